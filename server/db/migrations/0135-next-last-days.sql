-- The first last day among the deadlines of a case, which the list of orders sorts by (contract §8).
alter table orders add column last_day date;
update orders set last_day = (select min(last_day) from order_deadlines where order_id = orders.id);

create function keep_last_day() returns trigger language plpgsql as $$
declare
  changed integer := case when tg_op = 'DELETE' then old.order_id else new.order_id end;
begin
  update orders set last_day = (select min(order_deadlines.last_day) from order_deadlines where order_id = changed)
    where id = changed;
  return null;
end $$;
create trigger keep_last_day after insert or delete or update of last_day on order_deadlines
  for each row execute function keep_last_day();

create index orders_last_day_key on orders (last_day, id)
  where last_day is not null and status = 'confirmed' and work_closed_at is null;
create index order_deadlines_order_key on order_deadlines (order_id, last_day);
