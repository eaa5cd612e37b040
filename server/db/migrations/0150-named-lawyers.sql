-- The firm tells the client in writing who handles the case, and each change (변호사법 50조 5항).
alter table pending_acts drop constraint pending_acts_kind_check;
alter table pending_acts add constraint pending_acts_kind_check
  check (kind in ('step_done', 'contacted', 'work_started', 'lawyer_named'));
create unique index pending_acts_lawyer_key on pending_acts (order_id) where kind = 'lawyer_named';
