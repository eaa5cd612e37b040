-- A keyed index of sealed texts tells more than their ciphertext: the order of pairs, equal parts, numbers. Searches decrypt instead.
drop index conversations_subject_grams_key;
drop index conversation_messages_grams_key;
drop index conversation_notes_grams_key;
alter table conversations drop column subject_grams, drop column has_triples;
alter table conversation_messages drop column grams, drop column has_triples;
alter table conversation_notes drop column grams, drop column has_triples;

-- A search reads conversations from the latest activity back.
create index conversations_latest_key on conversations (updated_at, id);
