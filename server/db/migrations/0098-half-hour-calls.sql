-- Calls of half an hour: one place each unless the firm sets more, hours by weekday, and who is called
-- (contract §7). Without hours of their own, calls follow the office hours.
alter table callback_settings alter column capacity set default 1;
update callback_settings set capacity = 1 where capacity = 2;
alter table callback_settings add column hours jsonb;
alter table callbacks add column whom text not null default 'buyer' check (whom in ('buyer', 'soldier'));
