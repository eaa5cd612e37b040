-- A guardian takes back that there is no other one.
alter table letter_events drop constraint letter_events_kind_check;
alter table letter_events add constraint letter_events_kind_check check (kind in
  ('offered', 'read', 'signed', 'declined', 'withdrawn', 'replaced', 'sole_custody', 'shared_custody', 'sealed'));
