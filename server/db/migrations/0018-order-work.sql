-- The firm's work on an order: what the buyer says about the case, who takes it, until when the firm calls, and since when it
-- works. The previous version keeps running: it sees nothing of what is added here; orders that it confirms have no `contact_by`.

alter table orders
  -- The buyer's words; empty when nothing was said.
  add column case_description text not null default '',
  add column deadline_on date,
  add column contact_window text not null default '',
  -- When the order was paid, or confirmed by staff, and until when the firm promised to call.
  add column paid_at timestamptz,
  add column contact_by timestamptz,
  -- The first call to the buyer.
  add column contacted_at timestamptz,
  add column contacted_by integer references users (id),
  add column work_closed_at timestamptz,
  add column assignee_id integer references users (id);

-- Who takes an order when it is paid.
alter table services add column default_assignee_id integer references users (id);
create index services_default_assignee_key on services (default_assignee_id) where default_assignee_id is not null;

-- How an administrator is named to customers. Without a row: by the name of the account, and may take cases.
create table staff_profiles (
  user_id integer primary key references users (id) on delete cascade,
  name text not null default '',
  title text not null default '',
  takes_cases boolean not null default true
);

-- The name and title under which customers know the person; null for an administrator without a name.
create function lawyer_of(person integer) returns jsonb language sql stable parallel safe as $$
  select jsonb_build_object('name', coalesce(nullif(staff_profiles.name, ''), users.fullname), 'title', coalesce(staff_profiles.title, ''))
  from users left join staff_profiles on staff_profiles.user_id = users.id
  where users.id = person and coalesce(nullif(staff_profiles.name, ''), users.fullname) <> ''
$$;

-- Lists sorted by a head, in both directions.
create index orders_price_key on orders (price, id);
create index orders_status_id_key on orders (status, id);
create index orders_contact_by_key on orders (contact_by, id);
-- What an administrator has to do, and which one.
create index orders_assignee_key on orders (assignee_id, created_at desc, id desc) where assignee_id is not null;
create index orders_unassigned_key on orders (created_at desc, id desc)
  where status = 'confirmed' and assignee_id is null and work_closed_at is null;
create index orders_waiting_key on orders (contact_by, id)
  where status = 'confirmed' and work_started_at is null and work_closed_at is null;
create index orders_in_progress_key on orders (work_started_at, id)
  where status = 'confirmed' and work_started_at is not null and work_closed_at is null;
create index orders_uncontacted_key on orders (contact_by, id)
  where status = 'confirmed' and contacted_at is null and work_started_at is null and work_closed_at is null;
-- The time to the first call, by the day of the payment.
create index orders_paid_at_key on orders (paid_at) include (contact_by, contacted_at) where paid_at is not null;
create index orders_contacted_by_key on orders (contacted_by) where contacted_by is not null;
-- What was given back, by the day on which it went.
create index refunds_done_key on refunds (updated_at) where state = 'done';
