-- The month's report and its files for accountants read captures and returns by their time.
create index payment_attempts_captured_key on payment_attempts ((coalesce(paid_at, created_at)))
  where state in ('paid', 'returning', 'returned', 'cancelled');
create index payment_events_given_back_key on payment_events (at) where kind = 'given_back';
