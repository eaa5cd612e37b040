-- Holidays that the government declares at short notice (임시공휴일), beside those of the program. They come with the catalogue: a change
-- raises its version, so that every process and every kept page knows them.
create table declared_holidays (
  day date primary key,
  name text not null check (name <> '')
);
create trigger declared_holidays_changed after insert or update or delete or truncate on declared_holidays
  for each statement execute function bump_catalogue_version();
