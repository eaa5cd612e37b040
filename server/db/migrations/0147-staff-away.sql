-- Until which day an administrator is away, that day included, and who does their work meanwhile.
alter table staff_profiles add column away_until date,
  add column substitute_id integer references users (id) on delete set null;
create index staff_profiles_substitute_id_key on staff_profiles (substitute_id) where substitute_id is not null;
