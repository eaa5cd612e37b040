-- The nightly reconciliation goes through every receipt that the provider can still cancel: also
-- one that was paid back outside of the provider, whose money is still there.
drop index payment_attempts_open_balance_key;
create index payment_attempts_open_balance_key on payment_attempts (compared_at nulls first, id)
  where state in ('paid', 'returning', 'returned', 'cancelled') and cancelled_amount < amount;
