-- Background jobs: one row per kind. The rows that a kind works on are its queue; this row says when it looks for them next and
-- which process does. The start of the program adds missing kinds.
create table jobs (
  name text primary key,
  due_at timestamptz not null default now(),
  -- A process that runs the kind renews its lease; after a kill the next process takes it over.
  leased_until timestamptz,
  leased_by uuid,
  failures integer not null default 0,
  last_error text not null default '',
  ended_at timestamptz
);

-- Requests for a link that sets a new password. A job looks up the accounts, so that a known and an unknown address cost the same.
create table reset_requests (
  id uuid primary key,
  email text not null,
  attempts integer not null default 0,
  due_at timestamptz not null
);

-- A request is deleted in the transaction that makes its links.
alter table password_resets drop column request_id;

drop schema if exists graphile_worker cascade;
