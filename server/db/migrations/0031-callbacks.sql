-- Calls that buyers have booked for their paid orders (contract §7). A booking that is cancelled is
-- deleted; one that ended with a call stays as long as its order.
create table callbacks (
  id integer generated always as identity primary key,
  order_id integer not null references orders (id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- How often it was moved: calendars recognise the newest version by it.
  moves integer not null default 0,
  -- When the reminder was queued.
  reminded_at timestamptz,
  -- When the firm called, which ends the booking.
  contacted_at timestamptz,
  created_at timestamptz not null default now(),
  check (ends_at > starts_at)
);
-- At most one booked call per order.
create unique index callbacks_booked_key on callbacks (order_id) where contacted_at is null;
create index callbacks_order_key on callbacks (order_id);
create index callbacks_starts_at_key on callbacks (starts_at);
create index callbacks_unreminded_key on callbacks (starts_at) where contacted_at is null and reminded_at is null;

-- Locked by every booking, so that two people cannot take the last place.
create table callback_settings (
  only_row boolean primary key default true check (only_row),
  capacity integer not null default 2 check (capacity >= 0)
);
insert into callback_settings default values;
