-- Words by which people search for a service; no page shows them.
alter table services add column keywords text[] not null default '{}';
