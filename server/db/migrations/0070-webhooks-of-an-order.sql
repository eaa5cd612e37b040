-- Finds the webhooks that name an order: the first ones have a place of their own.
create index payment_webhooks_order_key on payment_webhooks (order_number, id);
