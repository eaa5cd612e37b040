-- Files of the built pages where every process finds them: during an upgrade a page of one build asks processes of another
-- for its files, and so do tabs that were opened before. Old code does not see them.
create table builds (
  -- Hash of the names.
  id text primary key,
  -- Every file with a hash in its name, without the slash in front.
  names text[] not null,
  created_at timestamptz not null,
  -- When a process of another build started; null for the build that started last.
  replaced_at timestamptz
);

-- A name that several builds have, as fonts do, is one row.
create table build_files (
  name text primary key,
  type text not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  body bytea not null,
  body_gzip bytea,
  body_br bytea,
  published_at timestamptz not null
);

-- Compressed already.
alter table build_files alter body set storage external, alter body_gzip set storage external, alter body_br set storage external;
