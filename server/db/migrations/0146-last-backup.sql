-- When the last copy of the database was completed (scripts/db-backup.ts), for the light of the administration.
create table last_backup (
  id integer primary key default 1 check (id = 1),
  made_at timestamptz not null
);
