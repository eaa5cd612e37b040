-- The code that was last sent to an account's phone. Only its keyed hash is kept.
create table phone_codes (
  user_id integer primary key references users (id) on delete cascade,
  -- The number that it was sent to.
  phone text not null,
  code_hash bytea not null,
  failures integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- Identity checks of the payment provider that were begun. The id is what the provider's window is opened with.
create table identity_checks (
  id text primary key,
  user_id integer not null references users (id) on delete cascade,
  session_id integer not null references sessions (id) on delete cascade,
  purpose text not null check (purpose = 'phone'),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Keyed hash of the receipt that it was proved with; each receipt proves one check.
  receipt_hash bytea unique
);
create index identity_checks_user_key on identity_checks (user_id);
create index identity_checks_session_key on identity_checks (session_id);

-- How the present number of an account was proved.
create table phone_proofs (
  user_id integer not null references users (id) on delete cascade,
  method text not null check (method in ('identity', 'sms')),
  phone text not null,
  proven_at timestamptz not null,
  -- Keyed hash of the identifier that the provider has of the person; null for a code.
  person_hash bytea,
  primary key (user_id, method)
);

-- What the stand-in provider keeps of identity checks.
create table sandbox.authentications (
  receipt_id text primary key,
  authentication_id text not null,
  order_name text not null,
  -- 0 waiting, 11 a billing key instead, 12 proven, -1 failed.
  status integer not null default 0 check (status in (0, 11, 12, -1)),
  open_type text not null check (open_type in ('popup', 'redirect', 'iframe')),
  redirect_url text,
  -- Name, phone and birth date that the person entered.
  person jsonb,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  authenticated_at timestamptz
);
