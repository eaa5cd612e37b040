-- Files of conversations may lie in an object store (contract §4, FILES_URL). Old code knows only those in the database.
alter table attachments
  add column object_key text unique check (object_key ~ '^[0-9a-f]{32}$'),
  add column preview_size integer check (preview_size >= 0),
  add column damaged_at timestamptz;
create index attachments_damaged_key on attachments (damaged_at) where damaged_at is not null;

-- Objects that a job deletes: written with the end of their row, so that none is forgotten.
create table file_removals (
  object_key text primary key check (object_key ~ '^[0-9a-f]{32}$'),
  parts integer not null default 0 check (parts >= 0),
  due_at timestamptz not null default now()
);
create index file_removals_due_at_key on file_removals (due_at);

create function remove_objects_of_file() returns trigger language plpgsql as $$
begin
  insert into file_removals (object_key, parts) values (old.object_key, ceil(old.size / 1048576.0)) on conflict do nothing;
  return null;
end $$;
create trigger remove_objects_of_file after delete on attachments
  for each row when (old.object_key is not null) execute function remove_objects_of_file();
