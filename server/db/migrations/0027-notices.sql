-- A notice event is written by the statement that causes it. A job turns it into one notice per
-- channel. Mails keep their own outbox; the notice of a mail points to it.
create table notice_events (
  id integer generated always as identity primary key,
  kind text not null,
  user_id integer not null references users (id) on delete cascade,
  order_id integer references orders (id) on delete set null,
  -- What the texts say besides the order number. No service, illness or reason.
  params jsonb not null default '{}',
  -- Set where the mail was queued by the same statement.
  mail_id integer references mails (id) on delete set null,
  -- Names the event where it could be recorded twice.
  event_key text unique,
  created_at timestamptz not null default now(),
  planned_at timestamptz
);
create index notice_events_unplanned_key on notice_events (id) where planned_at is null;
create index notice_events_user_key on notice_events (user_id);
create index notice_events_order_key on notice_events (order_id);

create table notices (
  id integer generated always as identity primary key,
  event_id integer not null references notice_events (id) on delete cascade,
  channel text not null check (channel in ('email', 'kakao', 'sms')),
  -- State of the messages to phones; the state of a mail is the state of its row in mails.
  state text not null default 'queued' check (state in ('queued', 'sent', 'delivered', 'failed', 'replaced')),
  mail_id integer references mails (id) on delete set null,
  -- Number at the moment of sending; null before.
  phone text,
  attempts integer not null default 0,
  -- When it is sent, or asked about, next. Null when it has ended.
  due_at timestamptz,
  -- The provider's id of the message, or of the group that will hold it.
  provider_ref text,
  -- Whether the last answer of the provider was lost: the message may have been taken.
  is_unclear boolean not null default false,
  last_error text not null default '',
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  delivered_at timestamptz,
  -- At most one notice per event and channel.
  unique (event_id, channel)
);
create index notices_failed_key on notices (id) where state = 'failed';
create index notices_due_key on notices (due_at) where due_at is not null;
create index notices_provider_ref_key on notices (provider_ref) where provider_ref is not null;
create index notices_mail_key on notices (mail_id) where mail_id is not null;

-- Only settings that differ from the defaults have a row.
create table notice_settings (
  user_id integer not null references users (id) on delete cascade,
  kind text not null,
  channel text not null check (channel in ('email', 'kakao', 'sms')),
  is_on boolean not null,
  changed_at timestamptz not null default now(),
  primary key (user_id, kind, channel)
);

-- Wakes the job as soon as the transaction is committed, as the mails do.
create function wake_notice_job() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('send_notices', max_attempts := 1);
  return null;
end
$$;
create trigger notice_event_queued after insert on notice_events for each row execute function wake_notice_job();
