-- What a payment provider would keep on machines of its own: the stand-in's receipts and its ledger. The shop never reads them,
-- so they live in a schema of their own and can be dropped with it.
create schema sandbox;

create table sandbox.receipts (
  receipt_id text primary key,
  order_id text not null,
  order_name text not null,
  price integer not null check (price > 0),
  tax_free integer not null default 0,
  -- The numbers of the provider: 0 waiting, 1 paid, 2 waits for approval, 5 virtual account issued, 20 cancelled, -1 failed.
  status integer not null default 0 check (status in (0, 1, 2, 5, 20, -1)),
  method text check (method in ('card', 'easy', 'vbank')),
  cancelled_price integer not null default 0 check (cancelled_price between 0 and price),
  separately_confirmed boolean not null,
  open_type text not null check (open_type in ('popup', 'redirect', 'iframe')),
  redirect_url text,
  -- By which the buyer's browser asks for the status; empty with client keys, as in the client SDK.
  transaction_key text not null default '',
  buyer jsonb not null default '{}',
  metadata jsonb not null default '{}',
  virtual_account jsonb,
  deposit_expires_at timestamptz,
  requested_at timestamptz not null,
  -- Until when the present status can be gone on from.
  expires_at timestamptz not null,
  purchased_at timestamptz,
  cancelled_at timestamptz
);
create index sandbox_receipts_order_id_key on sandbox.receipts (order_id);

-- Every won that would have moved, for tests to hold against the shop's own books.
create table sandbox.ledger (
  id integer generated always as identity primary key,
  receipt_id text not null references sandbox.receipts (receipt_id),
  order_id text not null,
  kind text not null check (kind in ('capture', 'cancel')),
  amount integer not null check (amount > 0),
  cancel_id text,
  at timestamptz not null
);
create unique index sandbox_ledger_capture_key on sandbox.ledger (receipt_id) where kind = 'capture';
create unique index sandbox_ledger_cancel_id_key on sandbox.ledger (cancel_id) where cancel_id is not null;
create index sandbox_ledger_receipt_id_key on sandbox.ledger (receipt_id);

create function sandbox.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only added to';
end
$$;
create trigger ledger_is_append_only before update or delete on sandbox.ledger
  for each row execute function sandbox.refuse_change();
