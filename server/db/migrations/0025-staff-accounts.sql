-- Permissions, second factors and activity of administrators (contract §6). The previous version keeps running: it sees
-- nothing of what is added here, and takes every administrator for one who may do everything, as before.

alter table users
  add column is_active boolean not null default true,
  -- check: its length is looked at with the next login, because it was set before the account was an administrator's.
  -- change: it was too short, and nothing else works until it is changed.
  add column password_due text not null default 'no' check (password_due in ('no', 'check', 'change'));

create table user_permissions (
  user_id integer not null references users (id) on delete cascade,
  permission text not null
    check (permission in ('orders', 'money', 'catalogue', 'consultations', 'people', 'audit', 'owner')),
  primary key (user_id, permission)
);
-- The first administrator is the owner. The others keep what they could do until now.
insert into user_permissions (user_id, permission)
  select id, 'owner' from users where role = 'admin' order by id limit 1;
insert into user_permissions (user_id, permission)
  select users.id, permission
  from users, unnest(array['orders', 'money', 'catalogue', 'consultations', 'people', 'audit']) as permission
  where role = 'admin' and not exists (select from user_permissions where user_id = users.id);

alter table sessions
  -- When a second factor was last given in it.
  add column stepped_up_at timestamptz;

create table second_factors (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- totp: the secret, encrypted with DATA_KEYS; active once a code confirmed it. The last step is spent: a code works once.
  secret bytea,
  confirmed_at timestamptz,
  last_step integer,
  -- passkey
  credential_id text unique,
  public_key bytea,
  counter bigint,
  transports text,
  check ((kind = 'passkey') = (credential_id is not null and public_key is not null and counter is not null))
);
create index second_factors_user_id_key on second_factors (user_id, id);

create table recovery_codes (
  user_id integer not null references users (id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A login whose password was right and whose second factor is still to come.
create table pending_logins (
  token_hash bytea primary key,
  user_id integer not null references users (id) on delete cascade,
  -- Null: by way of a provider.
  password_hash text,
  is_persistent boolean not null,
  failures integer not null default 0,
  expires_at timestamptz not null
);
create index pending_logins_user_id_key on pending_logins (user_id);
create index pending_logins_expires_at_key on pending_logins (expires_at);

-- After five wrong codes the account's next login waits, longer each time.
create table second_factor_delays (
  user_id integer primary key references users (id) on delete cascade,
  rounds integer not null,
  until timestamptz not null
);

-- Challenges of passkeys, tied to the session or the pending login that asked for them; each is used once.
create table passkey_challenges (
  challenge text primary key,
  user_id integer not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('enrol', 'login', 'step_up')),
  bound_to bytea not null,
  expires_at timestamptz not null
);
create index passkey_challenges_user_id_key on passkey_challenges (user_id);
create index passkey_challenges_expires_at_key on passkey_challenges (expires_at);
