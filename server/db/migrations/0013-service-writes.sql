-- Names the last write of a service, whoever made it: an instance that holds the catalogue loads anew what was written since, not
-- everything. Random, so that a row that was restored or made again under the same id is never taken for the one before. Code of before keeps
-- running: the trigger fills the column.
alter table services add column write_id uuid not null default gen_random_uuid();

create function name_service_write() returns trigger language plpgsql as $$
begin
  new.write_id = gen_random_uuid();
  return new;
end
$$;
create trigger service_write_named before update on services for each row execute function name_service_write();
