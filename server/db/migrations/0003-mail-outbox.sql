-- Mail is written here in the transaction that causes it, and sent by a job: a mail server that is away holds up no request. Kept as
-- what it says, not as finished text, so that little of a person is stored and a link can be erased when it is spent.
create table mails (
  id integer generated always as identity primary key,
  kind text not null,
  recipient text not null check (recipient <> ''),
  params jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  -- When it is tried next, null for at once; whoever sends it holds it until then.
  due_at timestamptz,
  last_error text not null default '',
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index mails_waiting_key on mails (id) where state = 'waiting';
create index mails_failed_key on mails (id) where state = 'failed';
create index mails_created_at_key on mails (created_at);

-- Wakes the job as soon as the transaction is committed. Without a job key, on which concurrent transactions would wait for each other.
create function wake_mail_job() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('send_mails', max_attempts := 1);
  return null;
end
$$;
create trigger mail_queued after insert on mails for each row execute function wake_mail_job();
