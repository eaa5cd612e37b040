-- What the stand-in for the payment provider remembers, apart from the shop's own tables: nothing outside of server/sandbox reads it.
-- Empty where a real provider is configured. Can run while older code is up.
create schema sandbox;

create table sandbox.receipts (
  receipt_id text primary key,
  order_id text not null,
  order_name text not null,
  price bigint not null check (price > 0),
  cancelled_price bigint not null default 0 check (cancelled_price between 0 and price),
  -- The provider's numbers: 0 waiting, 1 paid, 2 waits for approval, 5 virtual account issued, 20 cancelled, -1 failed.
  status smallint not null default 0 check (status in (0, 1, 2, 5, 20, -1)),
  open_type text not null check (open_type in ('popup', 'redirect', 'iframe')),
  separately_confirmed boolean not null,
  redirect_url text,
  application_id text not null,
  method text check (method in ('card', 'easy', 'vbank')),
  bank_account text,
  bank_username text,
  bank_expires_at timestamptz,
  error_code text,
  error_message text,
  requested_at timestamptz not null,
  -- Until when the buyer may pay.
  expires_at timestamptz not null,
  purchased_at timestamptz,
  cancelled_at timestamptz
);
create index receipts_order_id on sandbox.receipts (order_id);

-- Every movement of (pretended) money, so that a test can count what was charged and given back.
create table sandbox.ledger (
  id bigint generated always as identity primary key,
  receipt_id text not null references sandbox.receipts,
  kind text not null check (kind in ('capture', 'cancel')),
  amount bigint not null check (amount > 0),
  cancel_id text,
  happened_at timestamptz not null
);
create index ledger_receipt_id on sandbox.ledger (receipt_id);
create unique index ledger_cancel_id on sandbox.ledger (cancel_id);
