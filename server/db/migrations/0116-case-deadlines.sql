-- Deadlines of a case: computed from the day in an answer, or set by staff. An administrator confirms each.
create table order_deadlines (
  id integer generated always as identity primary key,
  order_id integer not null references orders (id) on delete cascade,
  kind text not null,
  title text not null,
  starts_on date not null,
  last_day date not null,
  source text not null check (source in ('answer', 'staff')),
  -- The question whose answer it follows, as `set.question`.
  question text,
  confirmed_by integer references users (id),
  created_at timestamptz not null default now(),
  unique (order_id, question),
  check ((source = 'answer') = (question is not null))
);
create index order_deadlines_confirmed_by_key on order_deadlines (confirmed_by) where confirmed_by is not null;
create index order_deadlines_last_day_key on order_deadlines (last_day, order_id);
