-- Steps of a case, templates of them per service, and saved filters of administrators. The previous version keeps running: it sees
-- nothing of what is added here.

create table order_steps (
  id integer generated always as identity primary key,
  order_id integer not null references orders (id),
  position integer not null,
  title text not null check (title <> ''),
  due_on date,
  note text not null default '',
  done_at timestamptz,
  done_by integer references users (id),
  -- When the customer was told that it is done: once, even if it is undone and done again.
  notified_at timestamptz,
  created_at timestamptz not null default now()
);
create index order_steps_order_id_key on order_steps (order_id, position);
create index order_steps_done_by_key on order_steps (done_by) where done_by is not null;

create table service_steps (
  service_id integer not null references services (id),
  position integer not null,
  title text not null check (title <> ''),
  primary key (service_id, position)
);

create table saved_filters (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  list text not null,
  name text not null check (name <> ''),
  -- The list's query as in an address: `status=completed&assignee=me`.
  query text not null,
  created_at timestamptz not null default now(),
  unique (user_id, list, name)
);

-- The time to the first call, with what a cancelled order needs not be called for.
drop index orders_paid_at_key;
create index orders_paid_at_key on orders (paid_at) include (status, contact_by, contacted_at) where paid_at is not null;
