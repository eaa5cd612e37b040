-- Which steps are due: for the facet of the orders whose deadlines end this week, and for the day's queue.
create index order_steps_due_on_key on order_steps (due_on) where done_at is null and due_on is not null;
