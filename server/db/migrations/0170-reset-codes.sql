-- A code proves the account's number, or sets a new password by a number that is proven: an account needs one of both at most.
alter table phone_codes add column purpose text not null default 'proof' check (purpose in ('proof', 'reset'));
