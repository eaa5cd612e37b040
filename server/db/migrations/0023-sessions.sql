-- Sessions that end with the browser, the browsers that an account is known in, and the log of logins (contract §3, §6).
-- The previous version keeps running: it sees nothing of what is added here.

alter table sessions
  -- What the owner names a session by; the token stays secret.
  add column id integer generated always as identity,
  -- False: the cookie ends with the browser, and the session after 12 hours.
  add column is_persistent boolean not null default true,
  add column last_used_at timestamptz not null default now(),
  add column address text not null default '',
  add column user_agent text not null default '',
  add constraint sessions_id_key unique (id);

-- Browsers that logged in to an account before; only the hash of the cookie is kept.
create table known_devices (
  user_id integer not null references users (id) on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (user_id, token_hash)
);
create index known_devices_expires_at_key on known_devices (expires_at);

create table login_events (
  id integer generated always as identity primary key,
  -- Null: no account has the login id that was typed.
  user_id integer references users (id) on delete cascade,
  -- What the account was then: events of staff are kept longer.
  is_staff boolean not null default false,
  result text not null check (result in ('success', 'failure')),
  method text not null,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null default now()
);
create index login_events_user_id_key on login_events (user_id, id);
create index login_events_created_at_key on login_events (created_at);
