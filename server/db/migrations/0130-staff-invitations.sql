-- Mailed invitations to become an administrator. A row is deleted when it is used, withdrawn or over.
create table staff_invitations (
  id integer generated always as identity primary key,
  token_hash bytea not null unique,
  email text not null,
  fullname text not null,
  permissions text[] not null,
  -- An invitation ends with this administrator's right to give it.
  invited_by integer not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
-- One open invitation for each address.
create unique index staff_invitations_email_key on staff_invitations (lower(email));
create index staff_invitations_invited_by_key on staff_invitations (invited_by);
