-- The session in which a browser was switched on: who ends that session ends its pushes.
alter table push_subscriptions add column session_id integer references sessions (id) on delete set null;
create index push_subscriptions_session_id_key on push_subscriptions (session_id);
