-- Indexes for the sortable heads of the admin lists: each sort walks one index, in both directions. The id decides between equals.
-- Code of before keeps running. Indexes are made under lock; on a million mails and entries of the audit log this takes about 10 seconds.

create index users_fullname_key on users (fullname, id);

create index mails_kind_key on mails (kind, id);
create index mails_state_key on mails (state, id);
-- Replaces the index on the recipient alone, which it serves as well.
create index mails_recipient_id_key on mails (recipient, id);
drop index mails_recipient_key;

-- Replace those with `id desc`, which no sort can walk. A filter by equality reads these backwards.
create index audit_log_actor_id_key on audit_log (lower(actor_login), id);
drop index audit_log_actor_key;
create index audit_log_action_id_key on audit_log (action collate "C", id);
drop index audit_log_action_key;

create index refund_requests_amount_key on refund_requests (amount, id);

create index payment_differences_kind_key on payment_differences (kind, id);
create index payment_differences_ours_key on payment_differences (ours, id);
create index payment_differences_theirs_key on payment_differences (theirs, id);

create index payment_webhooks_unknown_seen_key on payment_webhooks (last_received_at, id) where state = 'unknown';
create index payment_webhooks_unknown_receipt_key on payment_webhooks (receipt_id, id) where state = 'unknown';
create index payment_webhooks_unknown_times_key on payment_webhooks (times_received, id) where state = 'unknown';
