-- What somebody should know of at once. Code of before keeps running: it does not see the index.

-- Cancelled, and the money is still here: almost none at any time, among many cancelled orders.
create index orders_cancelled_but_paid_key on orders (id) where status = 'cancelled' and paid_price > 0;
