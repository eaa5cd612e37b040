-- How often the inviter was reminded that the person has not joined.
alter table case_invitations add column reminders integer not null default 0;
