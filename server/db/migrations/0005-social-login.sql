-- Login by way of Kakao, Naver and Google. New tables only: code of before does not know them.

-- Who somebody is at a provider. Accounts are found by it alone, never by an e-mail address.
create table social_identities (
  provider text not null check (provider in ('kakao', 'naver', 'google')),
  subject text not null check (subject <> ''),
  user_id integer not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index social_identities_user_id_key on social_identities (user_id);

-- A way to a provider that has begun. Any instance may be the one that the browser comes back to. Used once: the row is
-- deleted as it is read.
create table social_login_attempts (
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider text not null,
  code_verifier text not null,
  nonce text not null,
  return_to text not null,
  expires_at timestamptz not null
);
create index social_login_attempts_expires_at_key on social_login_attempts (expires_at);

-- A person whom a provider vouched for and who has no account yet. Deleted as the account is made.
create table social_tokens (
  token_hash bytea primary key,
  browser_hash bytea not null,
  provider text not null check (provider in ('kakao', 'naver', 'google')),
  subject text not null,
  fullname text not null,
  email text not null,
  expires_at timestamptz not null
);
create index social_tokens_expires_at_key on social_tokens (expires_at);
