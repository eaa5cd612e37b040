-- An administrator's day looks for attempts that name the next call.
create index order_calls_again_key on order_calls (order_id, id) where again_at is not null;
