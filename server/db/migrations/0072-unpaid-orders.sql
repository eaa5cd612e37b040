-- Counts the unpaid orders that a user made in the last day.
create index orders_unpaid_key on orders (user_id, created_at) where paid_at is null;

-- An unpaid order is deleted after 90 days, with what the firm wrote about it. Its conversation stays, and
-- lives on like one without an order. Tables about payments still refuse the deletion.
alter table order_events drop constraint order_events_order_id_fkey,
  add constraint order_events_order_id_fkey foreign key (order_id) references orders (id) on delete cascade;
alter table order_steps drop constraint order_steps_order_id_fkey,
  add constraint order_steps_order_id_fkey foreign key (order_id) references orders (id) on delete cascade;
alter table order_notes drop constraint order_notes_order_id_fkey,
  add constraint order_notes_order_id_fkey foreign key (order_id) references orders (id) on delete cascade;
alter table conversations drop constraint conversations_order_id_fkey,
  add constraint conversations_order_id_fkey foreign key (order_id) references orders (id) on delete set null;

-- Reads a page of a user's soldiers without the others.
drop index soldiers_user_id_key;
create index soldiers_user_id_key on soldiers (user_id, id);
