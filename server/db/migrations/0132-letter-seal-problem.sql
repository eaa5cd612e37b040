-- Why the file of a letter could not be written or sealed the last time; the administrators read it.
alter table letters add column seal_problem text check (seal_problem in ('font', 'key', 'stamp', 'other'));
