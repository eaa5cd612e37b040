-- Indexes for what is looked up and had none. Code of before keeps running.

-- The file of a person's own data and the closing of an account look for mails by their address.
create index mails_recipient_key on mails (recipient);

-- Whether a receipt is one of ours, whatever has become of it, is asked for each webhook that names no order of ours.
create index payment_attempts_any_receipt_key on payment_attempts (receipt_id);
