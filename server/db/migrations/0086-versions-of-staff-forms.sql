-- Counts the saves of what administrators edit in a form, so that a second tab does not undo the first one's.
alter table canned_replies add column version integer not null default 1;
alter table order_steps add column version integer not null default 1;
alter table services add column work_version integer not null default 1;
