-- The keyed index of conversations' texts has triples of frequent characters beside the pairs: digits, latin letters and signs, whose
-- pairs are in many texts of a large shop. It is computed with the keys, outside of the database: rows of before are found by their
-- pairs until `npm run keys:rotate` has renewed them, and those that processes of before still write as well.
alter table conversations add column has_triples boolean not null default false;
alter table conversation_messages add column has_triples boolean not null default false;
alter table conversation_notes add column has_triples boolean not null default false;
create index conversations_pairs_key on conversations (id) where not has_triples;
create index conversation_messages_pairs_key on conversation_messages (id) where not has_triples;
create index conversation_notes_pairs_key on conversation_notes (id) where not has_triples;
