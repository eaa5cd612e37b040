-- Web push for administrators: the key pair of the shop, where none is configured.
create table push_keys (
  id integer primary key default 1 check (id = 1),
  public_key text not null,
  private_key_sealed bytea not null,
  created_at timestamptz not null
);

-- Browsers of administrators that want pushes.
create table push_subscriptions (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  endpoint text not null unique check (length(endpoint) between 1 and 2000),
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_subscriptions_user_id_key on push_subscriptions (user_id);

-- The outbox: a row without a due time was sent. Old code does not see these tables.
create table push_messages (
  id integer generated always as identity primary key,
  subscription_id integer not null references push_subscriptions (id) on delete cascade,
  kind text not null check (kind in ('message', 'order', 'refund')),
  attempts integer not null default 0,
  due_at timestamptz,
  sent_at timestamptz,
  created_at timestamptz not null,
  check ((due_at is null) = (sent_at is not null))
);
create index push_messages_subscription_id_key on push_messages (subscription_id, kind);
create index push_messages_due_at_key on push_messages (due_at) where due_at is not null;
