-- A private step is for administrators alone.
alter table order_steps add column is_private boolean not null default false;
