-- The end of the work reaches the customer a minute later, as its start does and after it (contract §9).
alter table pending_acts drop constraint pending_acts_kind_check;
alter table pending_acts add constraint pending_acts_kind_check
  check (kind in ('step_done', 'contacted', 'work_started', 'work_closed', 'lawyer_named', 'message'));
create unique index pending_acts_closed_key on pending_acts (order_id) where kind = 'work_closed';
