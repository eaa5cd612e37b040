-- Each consent to advertising and each withdrawal is a row of its own (정보통신망법 §50): `consents` kept only the latest of a version.
create table marketing_consents (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  channel text not null check (channel in ('email', 'sms')),
  is_given boolean not null,
  source text not null check (source in ('sign_up', 'settings', 'closing')),
  -- Of the terms of use at that time.
  version text not null,
  changed_at timestamptz not null,
  -- When the mail that confirms the change was queued.
  confirmed_at timestamptz,
  -- The next reminder of a consent that stands; null for withdrawals and for what a later row replaced.
  remind_at timestamptz check (remind_at is null or is_given)
);
create index marketing_consents_user_id_key on marketing_consents (user_id, channel, id);
create index marketing_consents_standing_key on marketing_consents (id) where remind_at is not null;
create index marketing_consents_remind_at_key on marketing_consents (remind_at) where remind_at is not null;
create index marketing_consents_unconfirmed_key on marketing_consents (changed_at) where confirmed_at is null;

-- A row of `consents` that was given and withdrawn at one time is a withdrawal alone. The tick of the sign-up holds for both channels.
insert into marketing_consents (user_id, channel, is_given, source, version, changed_at)
select user_id, channel, is_given, source, version, changed_at
from (
  select c.user_id, channels.channel, changes.is_given, c.version, changes.changed_at,
    case when c.document = 'marketing' and changes.is_given then 'sign_up'
      when users.closed_at = changes.changed_at then 'closing' else 'settings' end as source
  from consents as c
  join users on users.id = c.user_id
  cross join (values ('email'), ('sms')) as channels (channel)
  cross join lateral (values (true, c.agreed_at), (false, c.withdrawn_at)) as changes (is_given, changed_at)
  where c.document in ('marketing', 'marketing_' || channels.channel)
    and changes.changed_at is not null and (not changes.is_given or c.agreed_at is distinct from c.withdrawn_at)
) as history
order by changed_at, is_given;

update marketing_consents as latest set remind_at = changed_at + interval '2 years' - interval '14 days'
where is_given and not exists (
  select from marketing_consents as later
  where later.user_id = latest.user_id and later.channel = latest.channel and later.id > latest.id);

delete from consents where document like 'marketing%';
