-- Services that are not shown in the shop, and a price for a period. Code of before keeps running: both have defaults that change nothing.
alter table services
  add column is_hidden boolean not null default false,
  -- {starts_at, ends_at, plans: [{name, price}]}; null where there is none.
  add column scheduled_price jsonb;
