-- An entry about the work is read by those who read the case's progress, any other by the payer (contract §8).
alter table order_events add column is_progress boolean not null default false;
update order_events set is_progress = true where actor = 'admin' and (
  note in ('담당자가 전화로 연락드렸습니다.', '담당자가 업무를 시작했습니다.', '담당자가 업무 시작 표시를 되돌렸습니다.',
    '담당자가 업무를 다시 맡았습니다.', '담당자가 업무를 마쳤습니다.')
  -- A visible note and its entry are of one transaction.
  or exists (select from order_notes where order_notes.order_id = order_events.order_id
    and order_notes.is_visible and order_notes.created_at = order_events.created_at));

-- The customer who booked; null where an administrator did.
alter table callbacks add column booked_by integer references users (id);
update callbacks set booked_by = orders.user_id from orders where orders.id = callbacks.order_id;
create index callbacks_booked_by_key on callbacks (booked_by);
