-- Search for any part of a text by three characters each, in place of two, where pairs are in too many rows of a large shop: digits of
-- phones, ends of login ids, hexadecimal receipt ids. Order numbers keep their index on pairs: it is found fast by the end of a number,
-- and one on triples wrote 6 kB of WAL for each order. The code of before still searches by `search_grams`, without an index until it
-- is replaced. Indexes are made under lock; on 200,000 accounts and 700,000 payments this takes about 25 seconds.

-- The last piece has two characters, so that each pair of the text begins a piece.
create function search_triples(input text) returns tsvector language sql immutable strict parallel safe as $$
  select array_to_tsvector(array_agg(substr(input, at, 3))) from generate_series(1, length(input) - 1) as at
$$;
-- All of the pieces; a piece that is shorter than three characters is the beginning of one.
create function search_triples_query(pieces text[]) returns tsquery language sql immutable strict parallel safe as $$
  select string_agg('''' || replace(replace(piece, '\', '\\'), '''', '''''') || case when length(piece) < 3 then ''':*' else '''' end,
    ' & ')::tsquery from unnest(pieces) as piece
$$;

drop index users_search_key;
create index users_search_triples_key on users
  using gin (search_triples(lower(E'\n' || user_id || E'\n' || fullname || E'\n' || phone || E'\n' || email)))
  with (gin_pending_list_limit = 256);
drop index payment_attempts_search_key;
create index payment_attempts_search_triples_key on payment_attempts
  using gin (search_triples(lower(E'\n' || receipt_id))) with (gin_pending_list_limit = 512);
