-- Papers that the client prints and signs with a pen (contract §8).
alter table order_papers add column form text check (form in ('medical_records'));
