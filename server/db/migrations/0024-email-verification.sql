-- Proof of e-mail addresses: links that verify a changed address or undo the change (contract §3, §6).
-- The previous version keeps running: it sees nothing of what is added here. What it changes counts as never changed.

alter table users
  -- The address whose owner opened a link that was sent to it.
  add column verified_email text,
  -- Where recovery goes while a changed address is not verified, and until when; null: to `email`.
  add column recovery_email text,
  add column recovery_until timestamptz,
  add constraint users_recovery_check check ((recovery_email is null) = (recovery_until is null));
create index users_recovery_email_key on users (lower(recovery_email)) where recovery_email <> '';

create table email_links (
  id integer generated always as identity primary key,
  token_hash bytea not null unique,
  user_id integer not null references users (id) on delete cascade,
  kind text not null check (kind in ('verify', 'undo')),
  -- verify: the address that is proved; undo: the address that comes back.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index email_links_user_id_key on email_links (user_id, id);
create index email_links_expires_at_key on email_links (expires_at);
