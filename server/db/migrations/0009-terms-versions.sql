-- Terms texts that staff edit, and which of them an order was made under. Code of before neither reads nor writes what is added.

-- Each change of a text is a row of its own, numbered from 1 by file.
create table terms_versions (
  filename text not null check (filename <> ''),
  version integer not null check (version > 0),
  title text not null check (title <> ''),
  html text not null,
  created_at timestamptz not null default now(),
  -- Null for a text that came with the program.
  created_by integer references users (id),
  note text not null default '',
  primary key (filename, version)
);

-- Orders name versions for good, so what somebody agreed to can neither be rewritten nor lost.
create function refuse_terms_change() returns trigger language plpgsql as $$
begin
  raise exception 'versions of terms are only added';
end
$$;
create trigger terms_versions_are_append_only before update or delete or truncate on terms_versions
  for each statement execute function refuse_terms_change();

-- The catalogue in memory holds the newest texts too.
create trigger terms_changed after insert on terms_versions
  for each statement execute function bump_catalogue_version();

-- [{filename, title, version}]; null for orders of before it was kept.
alter table orders add column agreed_terms jsonb;
