-- Several reset links of an account are open at the same time, so that a request of another person
-- does not end the link that the owner is about to use.
-- `password_resets_user_id_key` finds them.
drop index password_resets_open_key;
