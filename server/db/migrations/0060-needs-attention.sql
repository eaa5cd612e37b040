-- Whether staff must look after the mail or message if it fails. False for those that a person can cause without proof
-- or payment, for what a limit stopped, and for failures that staff have dismissed.
alter table mails add column needs_attention boolean not null default true;
alter table notices add column needs_attention boolean not null default true;
