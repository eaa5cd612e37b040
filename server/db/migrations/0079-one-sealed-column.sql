-- A free text about a person has its sealed column alone; null where there is none. The plain columns that stay beside a sealed one hold
-- the shop's own sentences: `order_events.note` and the reason of an automatic refund.
alter table orders drop column case_description;
alter table order_notes drop column text;
alter table order_steps drop column note;
alter table refund_requests drop column reason, drop column note;
alter table refund_proposals drop column note, drop column decision_note;
alter table refunds alter column reason set default '';

-- `policy_basis` has the value.
drop trigger refund_basis_filled on refund_requests;
drop function fill_refund_basis();
alter table refund_requests drop column basis;
