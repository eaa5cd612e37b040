-- The admin area: who did what, notes, refunds as acts of staff, figures, and the indexes of its lists. Code of before keeps running:
-- it does not see what is added here, and the triggers count what it writes. Indexes are made under lock; on millions of orders this takes
-- about a minute.

-- Who of the staff did what to whom, from where. Without foreign keys: an entry outlives what it tells of.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id integer,
  actor_login text not null,
  address text not null,
  action text not null,
  subject_type text not null,
  subject_id text,
  before jsonb,
  after jsonb,
  reason text not null default ''
);
create index audit_log_at_key on audit_log (at);
create index audit_log_actor_key on audit_log (lower(actor_login), id desc);
create index audit_log_action_key on audit_log (action collate "C", id desc);
create index audit_log_subject_key on audit_log (subject_type, subject_id, id desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only added to';
end
$$;
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();

create table order_notes (
  id integer generated always as identity primary key,
  order_id integer not null references orders (id),
  author_id integer not null references users (id),
  text text not null check (text <> ''),
  is_visible boolean not null default false,
  created_at timestamptz not null default now()
);
create index order_notes_order_id_key on order_notes (order_id, id);
create index order_notes_author_id_key on order_notes (author_id);

-- When somebody of the staff first wrote a note on the order or set its status: until then a paid order waits to be started.
alter table orders add column handled_at timestamptz;
create index orders_untouched_key on orders (created_at desc, id desc) where status = 'confirmed' and handled_at is null;

alter table refunds add column requested_by_id integer references users (id);
-- What had gone back of the receipt before this refund: a refusal of a repeat is told from a refusal by it.
alter table refunds add column cancelled_before integer;
-- Where the money of a virtual account goes; emptied when the refund has ended.
alter table refunds add column account jsonb;
create index refunds_requested_by_id_key on refunds (requested_by_id);
create index refunds_refused_key on refunds (receipt_id, id) where state = 'refused';
-- One refund of a receipt at a time: two at once could give back more than was paid.
create unique index refunds_one_open_key on refunds (receipt_id) where state = 'requested';

-- Figures. Counting a million orders takes too long for a page, and counters that every order updates would make orders wait for
-- each other. So each change of an order adds rows of differences, and a job sums them up; readers add both (decision 015).
create table order_changes (
  day date not null,
  service_id integer not null,
  category text not null,
  status text not null,
  orders integer not null,
  revenue integer not null
);

-- Orders by the day in Korea on which they were placed; revenue is what is paid for them now.
create table order_days (
  day date not null,
  service_id integer not null,
  category text not null,
  status text not null,
  orders bigint not null,
  revenue bigint not null,
  primary key (day, service_id, category, status)
);
create index order_days_empty_key on order_days (day) where orders = 0;

create table order_totals (status text primary key, orders bigint not null);

create function note_order_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into order_changes values
      ((old.created_at at time zone 'Asia/Seoul')::date, old.service_id, old.category, old.status, -1, -old.paid_price);
  end if;
  if tg_op <> 'DELETE' then
    insert into order_changes values
      ((new.created_at at time zone 'Asia/Seoul')::date, new.service_id, new.category, new.status, 1, new.paid_price);
  end if;
  return null;
end
$$;
create trigger order_made_or_gone after insert or delete on orders
  for each row execute function note_order_change();
create trigger order_changed after update on orders for each row
  when ((old.created_at, old.service_id, old.category, old.status, old.paid_price)
    is distinct from (new.created_at, new.service_id, new.category, new.status, new.paid_price))
  execute function note_order_change();

-- Sums the differences up. Of several that run at once one does it.
create function fold_order_changes() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(7402114) then
    return;
  end if;
  with gone as (
    delete from order_changes returning *
  ), sums as (
    select day, service_id, category, status, sum(orders)::bigint as orders, sum(revenue)::bigint as revenue
    from gone group by day, service_id, category, status
  ), totals as (
    insert into order_totals as kept (status, orders)
    select sums.status, sum(sums.orders)::bigint from sums group by sums.status
    on conflict (status) do update set orders = kept.orders + excluded.orders
  )
  insert into order_days as kept (day, service_id, category, status, orders, revenue)
  select sums.day, sums.service_id, sums.category, sums.status, sums.orders, sums.revenue from sums
  on conflict (day, service_id, category, status)
    do update set orders = kept.orders + excluded.orders, revenue = kept.revenue + excluded.revenue;
  delete from order_days where orders = 0 and revenue = 0;
end
$$;

insert into order_days
select (created_at at time zone 'Asia/Seoul')::date, service_id, category, status, count(*), sum(paid_price)
from orders group by 1, 2, 3, 4;
insert into order_totals select status, count(*) from orders group by status;

-- Lists, newest first.
create index orders_newest_key on orders (created_at desc, id desc);
create index orders_status_newest_key on orders (status, created_at desc, id desc);
create index orders_title_newest_key on orders (service_title, created_at desc, id desc);

-- Search for any part of a text. Pairs of characters find Korean names of two and three characters, which the trigrams of pg_trgm do
-- not, and need no extension.
create function search_grams(input text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct substr(input, at, 2)), '{}') from generate_series(1, length(input) - 1) as at
$$;
-- Each field begins with a line break, so that a single character can be looked for at the beginning of a field, and nothing is found
-- across two fields. The small lists of what is new keep the search from reading thousands of pages of it.
create index users_search_key on users
  using gin (search_grams(lower(E'\n' || user_id || E'\n' || fullname || E'\n' || phone || E'\n' || email)))
  with (gin_pending_list_limit = 256);
create index orders_search_key on orders
  using gin (search_grams(lower(E'\n' || order_number))) with (gin_pending_list_limit = 512);
create index payment_attempts_search_key on payment_attempts
  using gin (search_grams(lower(E'\n' || receipt_id))) with (gin_pending_list_limit = 512);

create index users_administrators_key on users (id) where role = 'admin';
