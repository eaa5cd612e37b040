-- How long the inbox of webhooks keeps a payment waiting. The previous version keeps running: a row
-- that it inserts waits from now on, one that it makes due again shows an older time until it is
-- processed.
alter table payment_webhooks add column waiting_since timestamptz not null default now();
update payment_webhooks set waiting_since = last_received_at where state = 'new';
