-- An identity check serves one act (contract §8): the proof of the phone, accepting an invitation, or signing a letter.
alter table identity_checks add column used_for text check (used_for in ('phone', 'join', 'letter'));
update identity_checks set used_for = 'phone' where receipt_hash is not null;
alter table identity_checks add check ((used_for is null) = (receipt_hash is null));
