-- Payments and refunds are right under every documented reading of the provider: refunds have a
-- lease, captured money that belongs to no order has a state of its own, and accounts of ended
-- orders are called off. The previous version keeps running: it writes none of the new states, and
-- the triggers fill in what it leaves out.

alter table payment_attempts drop constraint payment_attempts_state_check;
alter table payment_attempts add constraint payment_attempts_state_check check (state in (
  'unverified', 'approving', 'issued', 'paid', 'revoking', 'returning', 'returned', 'failed', 'cancelled'));
alter table payment_attempts
  -- When the exchange with the provider that is under way began; a retry does not move it.
  add column began_at timestamptz,
  -- When the job looks at it next.
  add column due_at timestamptz not null default now(),
  -- Paid back outside of the provider, in won: the provider still holds the amount.
  add column returned_outside integer not null default 0 check (returned_outside >= 0),
  -- When the nightly reconciliation compared it last.
  add column compared_at timestamptz,
  -- When an administrator gave up on it: the provider's answers about it cannot be read.
  add column dropped_at timestamptz;

create function mark_payment_exchange() returns trigger language plpgsql as $$
begin
  if new.state in ('unverified', 'approving')
    and (tg_op = 'INSERT' or old.state not in ('unverified', 'approving')) then
    new.began_at := clock_timestamp();
  end if;
  return new;
end
$$;
create trigger payment_exchange_marked before insert or update of state on payment_attempts
  for each row execute function mark_payment_exchange();
update payment_attempts set began_at = updated_at where state in ('unverified', 'approving');

drop index payment_attempts_receipt_key;
create unique index payment_attempts_receipt_key on payment_attempts (receipt_id)
  where state in ('approving', 'issued', 'paid', 'revoking', 'returning', 'returned', 'cancelled');
drop index payment_attempts_unsettled_key;
create index payment_attempts_due_key on payment_attempts (due_at)
  where state in ('unverified', 'approving', 'issued', 'revoking');
-- What the nightly reconciliation goes through in turns: every receipt that holds money.
create index payment_attempts_open_balance_key on payment_attempts (compared_at nulls first, id)
  where state in ('paid', 'returning');

alter table payment_events drop constraint payment_events_kind_check;
alter table payment_events add constraint payment_events_kind_check check (kind in (
  'unverified', 'approve_asked', 'asked_again', 'unanswered', 'issued', 'paid', 'revoking', 'returning', 'returned',
  'failed', 'cancelled', 'refund_asked', 'refund_unanswered', 'refund_refused', 'refund_done', 'given_back'));

-- As in 0010, and what was paid back outside of the provider counts as given back.
create or replace function note_payment_attempt() returns trigger language plpgsql as $$
declare
  is_new boolean := tg_op = 'INSERT';
  gone_before integer := case
    when tg_op = 'INSERT' then 0
    when old.state = 'cancelled' then coalesce(old.amount, 0)
    else old.cancelled_amount + old.returned_outside end;
  gone_now integer := case
    when new.state = 'cancelled' then coalesce(new.amount, 0)
    else new.cancelled_amount + new.returned_outside end;
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

alter table refunds
  -- One sender at a time: until then the claim of whoever talks to the provider holds.
  add column lease_until timestamptz not null default now(),
  -- When the job looks at it next.
  add column due_at timestamptz not null default now(),
  -- When the provider was last asked to carry it out; null before the first time.
  add column sent_at timestamptz,
  -- Waits for the account of the buyer, who paid by bank transfer.
  add column awaits_account boolean not null default false,
  -- 'outside': paid back by other means, the provider was not asked.
  add column channel text not null default 'provider' check (channel in ('provider', 'outside'));
update refunds set sent_at = updated_at where state = 'requested' and attempts > 0;
drop index refunds_open_key;
create index refunds_due_key on refunds (due_at) where state = 'requested';

-- Captured money that was to go back and has not: it used to rest in 'failed'.
update payment_attempts set state = 'returning'
where state = 'failed' and exists (
  select from refunds
  where refunds.order_id = payment_attempts.order_id and refunds.receipt_id = payment_attempts.receipt_id
    and refunds.state <> 'done');

-- 'refund': more has gone back than was asked.
alter table payment_differences drop constraint payment_differences_kind_check;
alter table payment_differences add constraint payment_differences_kind_check
  check (kind in ('missing', 'amount', 'other_order', 'books', 'refund'));
