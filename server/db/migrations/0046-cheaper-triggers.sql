-- What each order writes again and again costs less; what it writes stays the same, so no index changes and the code of before
-- keeps running.

-- The pieces of the search indexes. In SQL both functions were planned again for each row of each statement (90 and 130
-- microseconds; five of them for an order): a loop is planned once for each connection.
create or replace function search_grams(input text) returns text[] language plpgsql immutable parallel safe as $$
declare
  grams text[] := '{}';
begin
  for at in 1 .. coalesce(length(input), 0) - 1 loop
    grams[at] := substr(input, at, 2);
  end loop;
  return grams;
end
$$;
create or replace function search_triples(input text) returns tsvector language plpgsql immutable strict parallel safe as $$
declare
  pieces text[] := '{}';
begin
  for at in 1 .. length(input) - 1 loop
    pieces[at] := substr(input, at, 3);
  end loop;
  return array_to_tsvector(pieces);
end
$$;

-- Both differences of a change by one statement.
create or replace function note_order_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into order_changes values
      ((old.created_at at time zone 'Asia/Seoul')::date, old.service_id, old.category, old.status, -1, -old.paid_price),
      ((new.created_at at time zone 'Asia/Seoul')::date, new.service_id, new.category, new.status, 1, new.paid_price);
  elsif tg_op = 'INSERT' then
    insert into order_changes values
      ((new.created_at at time zone 'Asia/Seoul')::date, new.service_id, new.category, new.status, 1, new.paid_price);
  else
    insert into order_changes values
      ((old.created_at at time zone 'Asia/Seoul')::date, old.service_id, old.category, old.status, -1, -old.paid_price);
  end if;
  return null;
end
$$;
