-- Placing an order reads the buyer's unpaid orders of a day by `orders_unpaid_key`, and finds an equal one among them.
drop index orders_pending_key;
