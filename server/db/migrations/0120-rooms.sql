-- A case has up to three conversations at a time (contract §8). All from before a client joined are of the buyer.
alter table conversations add column room text not null default 'buyer' check (room in ('buyer', 'client', 'shared'));
drop index conversations_one_open_key;
-- A new client begins a conversation beside that of one who left.
create unique index conversations_one_open_key on conversations (order_id, room, user_id) where status <> 'closed';
