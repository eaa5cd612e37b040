-- Searches of administrators find the soldier: of an account, and as an order holds the copy (contract §9).
create index soldiers_search_triples_key on soldiers
  using gin (search_triples(lower(E'\n' || fullname || E'\n' || coalesce(phone, '') || E'\n' || coalesce(email, ''))))
  with (gin_pending_list_limit = 256);
create index orders_soldier_search_key on orders
  using gin (search_triples(lower(E'\n' || (soldier ->> 'fullname') || E'\n' || coalesce(soldier ->> 'phone', '')
    || E'\n' || coalesce(soldier ->> 'email', ''))))
  with (gin_pending_list_limit = 256) where soldier is not null;
