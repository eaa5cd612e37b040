-- Customers ask for their money back, staff decide. Code of before keeps running: it sees nothing of what is added here.

-- When staff began to work on the order: after that the refund policy gives nothing of a service per case back.
alter table orders add column work_started_at timestamptz;

create table refund_requests (
  id integer generated always as identity primary key,
  order_id integer not null references orders (id),
  state text not null default 'open' check (state in ('open', 'granted', 'refused', 'withdrawn')),
  -- What the refund policy gave when it was asked, by which of its rules, and the sentence that the customer read.
  amount integer not null check (amount >= 0),
  basis text not null,
  policy_reason text not null,
  -- The customer's words.
  reason text not null check (reason <> ''),
  -- What staff say about their decision; the customer reads it.
  note text not null default '',
  granted_amount integer check (granted_amount > 0),
  -- By which it was granted; null where the money had come back in another way.
  refund_id integer references refunds (id),
  decided_by integer references users (id),
  created_at timestamptz not null,
  -- When it ended, in whichever way.
  decided_at timestamptz,
  check ((state = 'open') = (decided_at is null)),
  check (state <> 'granted' or granted_amount is not null)
);
-- One open request of an order at a time.
create unique index refund_requests_one_open_key on refund_requests (order_id) where state = 'open';
create index refund_requests_order_id_key on refund_requests (order_id, id);
create index refund_requests_open_key on refund_requests (id) where state = 'open';
create index refund_requests_state_key on refund_requests (state, id);
create index refund_requests_refund_id_key on refund_requests (refund_id);
create index refund_requests_decided_by_key on refund_requests (decided_by);
