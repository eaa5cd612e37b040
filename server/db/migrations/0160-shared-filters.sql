-- A saved filter may be for every administrator who opens the list.
alter table saved_filters add column is_shared boolean not null default false;
create index saved_filters_shared_key on saved_filters (list) where is_shared;
