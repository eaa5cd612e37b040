-- Editing services. Code of before neither reads nor writes what is added.

-- Raised by each change of the staff, so that who edits an older one is told instead of overwriting a colleague's work. Not named
-- `version`: the catalogue is read together with the column of that name in catalogue_state.
alter table services add column revision integer not null default 1;
