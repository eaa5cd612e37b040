-- Conversations are deleted by their last activity, which conversations_latest_key finds.
drop index conversations_closed_at_key;
