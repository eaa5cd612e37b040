-- The refund policy asks whether a soldier's military status was edited since an order was placed.
-- Null: not edited since this migration. A trigger sets it, so that the previous version of the code does, too.
alter table soldiers add column status_changed_at timestamptz;

create function note_soldier_status_change() returns trigger language plpgsql as $$
begin
  new.status_changed_at = now();
  return new;
end
$$;
create trigger soldier_status_changed before update on soldiers for each row
  when (old.military_status is distinct from new.military_status)
  execute function note_soldier_status_change();

-- `policy_basis` replaces `basis`, one of whose values is named after the number of days ('within_seven_days').
-- The previous version of the code writes and reads `basis` only, this one `policy_basis` only: the trigger fills the
-- other one. Once no process of the previous version runs, a later migration can drop `basis` and the trigger.
alter table refund_requests add column policy_basis text;
update refund_requests set policy_basis = case basis when 'within_seven_days' then 'within_period' else basis end;

create function fill_refund_basis() returns trigger language plpgsql as $$
begin
  if new.policy_basis is null then
    new.policy_basis = case new.basis when 'within_seven_days' then 'within_period' else new.basis end;
  elsif new.basis is null then
    new.basis = case new.policy_basis when 'within_period' then 'within_seven_days' else new.policy_basis end;
  end if;
  return new;
end
$$;
create trigger refund_basis_filled before insert on refund_requests for each row execute function fill_refund_basis();

alter table refund_requests
  alter column policy_basis set not null,
  add constraint refund_requests_policy_basis_check
    check (policy_basis in ('before_enlistment', 'within_period', 'period_over', 'before_work', 'work_started'));
