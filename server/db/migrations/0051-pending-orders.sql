-- Placing an order looks for the buyer's equal order that is still pending. By status alone it would
-- read each entry of an order that was pending until the next vacuum removes them.
create index orders_pending_key on orders (user_id, service_id) where status = 'pending';
