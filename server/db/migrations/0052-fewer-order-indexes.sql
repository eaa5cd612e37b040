-- No statement asks for open orders by time. After a vacuum that found none pending, PostgreSQL counted this index as cheap as
-- `orders_pending_key` for the search of an equal order, which then read every order that was open.
drop index orders_open_key;
