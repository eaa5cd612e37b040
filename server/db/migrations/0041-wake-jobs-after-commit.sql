-- The processes wake both jobs after the commit, many rows at once (server/db/wake-jobs.ts): a commit that notifies queues behind one
-- lock of the whole server. Rows of the previous version, which still runs during an upgrade, are found by the schedule of each minute.
drop trigger mail_queued on mails;
drop function wake_mail_job();
drop trigger notice_event_queued on notice_events;
drop function wake_notice_job();
