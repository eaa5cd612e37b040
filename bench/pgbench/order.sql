-- As many transactions as one order takes from placing to confirmed, with statements of the same kinds.
\set owner random(1, 1000)
begin;
select body from bench_texts where id = :owner;
select body from bench_texts where id = :owner + 1;
insert into bench_orders (owner, price, state) values (:owner, 350000, 'pending') returning id \gset
commit;
begin;
select state from bench_orders where id = :id for update;
insert into bench_events (order_id, kind) values (:id, 'asked');
update bench_orders set state = 'processing' where id = :id;
commit;
begin;
select state from bench_orders where id = :id for update;
insert into bench_events (order_id, kind) values (:id, 'paid');
update bench_orders set state = 'confirmed' where id = :id;
commit;
