-- Pictures that staff upload. New tables only: code of before does not know them.

-- What was uploaded, by the hash of its bytes: the same picture twice is one. Width and height are those of its largest file.
create table images (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  sha256 bytea not null unique,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  created_by integer references users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index images_created_by_key on images (created_by);

-- What the shop sends: the picture in each width and format.
create table image_files (
  image_id text not null references images (id) on delete cascade,
  width integer not null check (width > 0),
  format text not null check (format in ('avif', 'webp')),
  bytes bytea not null,
  primary key (image_id, width, format)
);
-- Compressed already.
alter table image_files alter column bytes set storage external;
