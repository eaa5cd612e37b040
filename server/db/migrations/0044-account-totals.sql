-- The number of open accounts for the dashboard, which counted 200,000 rows each time: what changes it is added as a row, which blocks
-- no other account, and a job sums the rows up (decision 060).
create table account_changes (accounts integer not null);

create function note_account_change() returns trigger language plpgsql as $$
begin
  insert into account_changes values (
    case when tg_op <> 'DELETE' and new.closed_at is null then 1 else 0 end
    - case when tg_op <> 'INSERT' and old.closed_at is null then 1 else 0 end);
  return null;
end
$$;
create trigger account_made after insert on users for each row execute function note_account_change();
create trigger account_gone after delete on users for each row execute function note_account_change();
create trigger account_closed after update of closed_at on users
  for each row when ((old.closed_at is null) <> (new.closed_at is null)) execute function note_account_change();
-- Counted once the triggers hold the table, so that no account is missed.
insert into account_changes select count(*) from users where closed_at is null;

-- Of several at once each sums up what the others did not take.
create function fold_account_changes() returns void language sql as $$
  with gone as (delete from account_changes where (select count(*) from account_changes) > 1 returning accounts)
  insert into account_changes select sum(accounts) from gone having count(*) > 0
$$;
