-- Recovery of accounts by mail, and closing them. Code of before does not know what is added; it finds a closed account
-- without password, sessions and e-mail, so it neither logs it in nor writes to it.

-- A closed account keeps its row, because orders refer to it, and nothing that tells who it was.
alter table users add column closed_at timestamptz;
alter table users add constraint users_closed_is_empty check (
  closed_at is null
  or (user_id = '~' || id and role = 'user' and fullname = '' and phone = '' and email = '' and not phone_verified
    and military_status is null and password_hash is null)
);

alter table consents add column withdrawn_at timestamptz;

-- Links that set a new password. Only the hash of a link's token is kept.
create table password_resets (
  token_hash bytea primary key,
  user_id integer not null references users (id) on delete cascade,
  -- What was asked for: a job that is run again finds its own work done.
  request_id uuid not null,
  expires_at timestamptz not null,
  -- Used, or ended by a newer one or by a change of the password.
  ended_at timestamptz,
  unique (request_id, user_id)
);
-- One open link per account.
create unique index password_resets_open_key on password_resets (user_id) where ended_at is null;
create index password_resets_user_id_key on password_resets (user_id);
create index password_resets_expires_at_key on password_resets (expires_at);

-- Buyers of closed accounts, kept apart from everything else for as long as the law asks (decision 012).
create table retained_buyers (
  user_id integer primary key references users (id),
  fullname text not null,
  phone text not null,
  email text not null,
  keep_until timestamptz not null
);
create index retained_buyers_keep_until_key on retained_buyers (keep_until);
