-- Chains the entries of the audit log by hash, in a table of its own: entries become visible in another order than they are numbered,
-- and a chain written with each entry would make all writers wait for one another. A job adds what is committed; old code does not see it.
create table audit_chain (
  seq bigint primary key check (seq > 0),
  entry_id bigint not null unique,
  -- SHA-256 of the hash before and the entry's text.
  hash bytea not null check (octet_length(hash) = 32),
  sealed_at timestamptz not null default now()
);

create trigger audit_chain_is_append_only before update or delete or truncate on audit_chain
  for each statement execute function refuse_audit_change();

-- What is hashed of an entry: every column, with microseconds.
create function audit_entry_text(entry audit_log) returns text language sql stable as $$
  select jsonb_build_array(
    entry.id, to_char(entry.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), entry.actor_id, entry.actor_login,
    entry.address, entry.action, entry.subject_type, entry.subject_id, entry.before, entry.after, entry.reason)::text
$$;
