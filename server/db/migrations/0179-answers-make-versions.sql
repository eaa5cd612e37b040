-- The administrator whose answer made the version; null where something else did. An own answer is no conflict.
alter table conversations add column version_by integer references users (id) on delete set null;
create index conversations_version_by_key on conversations (version_by) where version_by is not null;
