-- How long a customer waited for the first answer, in minutes of office hours (contract §5). The previous version leaves it
-- empty, and its answers are not part of the statistic.
alter table conversations add column first_response_minutes integer check (first_response_minutes >= 0);
