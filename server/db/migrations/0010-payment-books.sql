-- What the payment provider tells us is kept before it is worked on, every step of a payment is a row that nobody can change, and a
-- comparison with the provider lists what differs. Code of before keeps running: the triggers write for it, too.

-- The inbox of webhooks. A repeat finds its row and has it worked on again, which does no harm.
create table payment_webhooks (
  id integer generated always as identity primary key,
  receipt_id text not null,
  order_number text not null,
  webhook_type text not null default '',
  cancelled_price integer not null default 0,
  -- What else it said, as far as we know the field; shown to staff, never believed.
  payload jsonb not null,
  -- 'unknown': about no payment of ours; a person looks at it.
  state text not null default 'new' check (state in ('new', 'done', 'unknown')),
  -- How often it came, and how often it was taken up since it came last.
  times_received integer not null default 1,
  attempts integer not null default 0,
  -- When it may be taken up, again if whoever took it has not come back.
  due_at timestamptz not null,
  note text not null default '',
  received_at timestamptz not null,
  last_received_at timestamptz not null,
  handled_at timestamptz,
  handled_by integer references users (id),
  unique (receipt_id, webhook_type, cancelled_price, order_number)
);
create index payment_webhooks_due_key on payment_webhooks (due_at) where state = 'new';
create index payment_webhooks_unknown_key on payment_webhooks (id) where state = 'unknown' and handled_at is null;
create index payment_webhooks_done_key on payment_webhooks (last_received_at) where state = 'done';
create index payment_webhooks_handled_by_key on payment_webhooks (handled_by);

-- What the provider says has gone back of a receipt.
alter table payment_attempts add column cancelled_amount integer not null default 0 check (cancelled_amount >= 0);
update payment_attempts set cancelled_amount = amount - orders.paid_price
from orders where orders.id = payment_attempts.order_id and state = 'paid' and amount > orders.paid_price;

-- Every attempt, answer and amount. Without foreign keys: a step is written down whoever holds the order.
create table payment_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  order_id integer not null,
  receipt_id text not null,
  kind text not null check (kind in (
    'unverified', 'approve_asked', 'asked_again', 'unanswered', 'issued', 'paid', 'failed', 'cancelled',
    'refund_asked', 'refund_unanswered', 'refund_refused', 'refund_done', 'given_back')),
  amount integer,
  cancel_id text,
  note text not null default ''
);
create index payment_events_order_key on payment_events (order_id, receipt_id, id);
create unique index payment_events_paid_key on payment_events (order_id, receipt_id) where kind = 'paid';

create function refuse_payment_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'the books of payments are only added to';
end
$$;
create trigger payment_events_are_append_only before update or delete or truncate on payment_events
  for each statement execute function refuse_payment_event_change();

insert into payment_events (at, order_id, receipt_id, kind, amount, note)
select coalesce(paid_at, created_at), order_id, receipt_id, 'paid', coalesce(amount, 0), note
from payment_attempts where state in ('paid', 'cancelled') order by id;
insert into payment_events (at, order_id, receipt_id, kind, amount, note)
select updated_at, order_id, receipt_id, 'given_back',
  case state when 'cancelled' then coalesce(amount, 0) else cancelled_amount end, note
from payment_attempts where state = 'cancelled' or (state = 'paid' and cancelled_amount > 0) order by id;

-- The rows of attempts and refunds are where the work stands; each step of them is written down in the statement that makes it.
create function note_payment_attempt() returns trigger language plpgsql as $$
declare
  is_new boolean := tg_op = 'INSERT';
  gone_before integer := case
    when tg_op = 'INSERT' then 0 when old.state = 'cancelled' then coalesce(old.amount, 0) else old.cancelled_amount end;
  gone_now integer := case when new.state = 'cancelled' then coalesce(new.amount, 0) else new.cancelled_amount end;
  step text := case new.state when 'approving' then 'approve_asked' else new.state end;
begin
  if not is_new and old.state = new.state then
    step := case
      when new.state not in ('unverified', 'approving') then null
      when new.lease_until > old.lease_until then 'asked_again'
      when new.lease_until < old.lease_until then 'unanswered'
    end;
  end if;
  if step is not null then
    insert into payment_events (order_id, receipt_id, kind, amount, note)
    values (new.order_id, new.receipt_id, step, new.amount, new.note) on conflict do nothing;
  end if;
  if gone_now > gone_before then
    insert into payment_events (order_id, receipt_id, kind, amount)
    values (new.order_id, new.receipt_id, 'given_back', gone_now - gone_before);
  end if;
  return null;
end
$$;
create trigger payment_attempt_noted after insert or update on payment_attempts
  for each row execute function note_payment_attempt();

create function note_refund() returns trigger language plpgsql as $$
declare
  step text := case
    when tg_op = 'INSERT' then 'refund_asked'
    when new.state <> old.state then 'refund_' || new.state
    when new.attempts > old.attempts then 'refund_unanswered'
  end;
begin
  if step is not null then
    insert into payment_events (order_id, receipt_id, kind, amount, cancel_id, note)
    values (new.order_id, new.receipt_id, step, new.amount, new.cancel_id,
      case step when 'refund_asked' then new.reason else new.last_error end);
  end if;
  return null;
end
$$;
create trigger refund_noted after insert or update on refunds for each row execute function note_refund();

-- What the books say is paid for an order; orders.paid_price must say the same. A receipt that never paid for its order does not count.
create view payment_books as
select order_id, sum(case kind when 'paid' then amount else -amount end)::integer as paid
from payment_events said
where kind = 'paid' or (kind = 'given_back' and exists (
  select from payment_events paid
  where paid.order_id = said.order_id and paid.receipt_id = said.receipt_id and paid.kind = 'paid'))
group by order_id;

-- Where the provider's books and ours differ, as the comparison by night finds it.
create table payment_differences (
  id integer generated always as identity primary key,
  order_id integer not null references orders (id),
  -- Empty where the order's own books do not agree.
  receipt_id text not null default '',
  kind text not null check (kind in ('missing', 'amount', 'other_order', 'books')),
  ours integer not null,
  theirs integer not null,
  found_at timestamptz not null,
  last_seen_at timestamptz not null,
  handled_at timestamptz,
  -- Null with handled_at set: gone when it was compared again.
  handled_by integer references users (id),
  note text not null default '',
  unique (order_id, receipt_id, kind, ours, theirs)
);
create index payment_differences_open_key on payment_differences (id) where handled_at is null;
create index payment_differences_handled_by_key on payment_differences (handled_by);
create index payment_attempts_compared_key on payment_attempts (updated_at) where state in ('paid', 'failed', 'cancelled');

-- The stand-in of the provider keeps where the money of a virtual account went.
alter table sandbox.ledger add column refund_account jsonb;
