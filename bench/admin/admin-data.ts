import type { Pool } from 'pg';
import { HOUR_MS } from '#server/lib/time.ts';

/**
 * Accounts, orders and payments like those of a busy shop after three years; five orders per
 * person.
 */
const STATEMENTS = [
  `insert into services (title, category, price)
   select '측정 서비스 ' || n, (array['before','during','after','publicservice','civil','package'])[1 + n % 6], '{}'
   from generate_series(1, 30) as n`,
  `insert into users (user_id, fullname, phone, email, created_at)
   select 'member.' || n,
     substr('김이박최정강조윤장임', 1 + n % 10, 1) || substr('가나다라마바사아자차카타파하거너더러머버', 1 + n / 10 % 20, 1)
       || substr('서시수소순승식신실심양어연영예오완용우운', 1 + n / 200 % 20, 1),
     '010' || lpad((n * 7919::bigint % 100000000)::text, 8, '0'), 'member.' || n || '@example.com',
     now() - interval '3 years' * (1 - n / $1::float * 5)
   from generate_series(1, $1 / 5) as n`,
  `insert into soldiers (user_id, fullname, relationship, military_status)
   select id, fullname, '본인', '복무 중' from users where role = 'user'`,
  `insert into orders (order_number, user_id, soldier_id, service_id, service_title, category, selected_plan, price, paid_price, status,
     soldier, created_at, handled_at, paid_at, contact_by, contacted_at, work_started_at, work_closed_at, assignee_id)
   select to_char(at at time zone 'Asia/Seoul', 'YYYYMMDD') || '-' || code, u.id, s.id, v.id, v.title,
     v.category, '기본', 100000 + 50000 * (n % 20), case when state = 'confirmed' then 100000 + 50000 * (n % 20) else 0 end, state,
     jsonb_build_object('fullname', s.fullname, 'relationship', '본인', 'military_status', '복무 중', 'phone', null, 'email', null),
     at, case when n < $1 - 100 then at end, paid, paid + interval '1 day',
     case when n < $1 - 100 then paid + interval '1 hour' * (1 + n % 30) end,
     case when n < $1 - 200 then paid + interval '2 days' end,
     case when n < $1 - 20000 then paid + interval '20 days' end,
     case when state = 'confirmed' and n % 3 > 0 then known.first + n % 5 end
   from (
     select *, case when state = 'confirmed' then at end as paid from (
     select n, now() - interval '3 years' * (1 - n / $1::float) as at,
       case when n % 10 < 7 then 'confirmed' when n % 10 < 9 then 'cancelled' when n % 1000 = 9 then 'error'
         when n > $1 - 50 then 'pending' else 'cancelled' end as state
     from generate_series(1, $1) as n) as numbered
   ) as made
   join lateral (select min(id) as first, count(*) as number from users where role = 'user') as known on true
   join users u on u.id = known.first + n * 104729::bigint % known.number
   join soldiers s on s.user_id = u.id
   join services v on v.title = '측정 서비스 ' || (1 + n * 31 % 30)
   cross join lateral (
     select string_agg(substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + get_byte(decode(md5(n::text), 'hex'), at) % 32, 1), '') as code
     from generate_series(0, 7) as at) as readable
   order by n`,
  `insert into payment_attempts (order_id, receipt_id, state, lease_until, amount, method, paid_at)
   select id, substr(md5(order_number), 1, 24), 'paid', created_at, price, '카드', created_at from orders where status = 'confirmed' order by id`,
];

/** The pool's own limit on an answer is shorter than filling a million rows takes. */
const PATIENT = { query_timeout: HOUR_MS };

/** Fills an empty database with this many orders, by `generate_series`. */
export async function fillWithOrders(pool: Pool, orders: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0; set synchronous_commit = off; set maintenance_work_mem = '256MB'");
    for (const statement of STATEMENTS) {
      const values = statement.includes('$1') ? [orders] : [];
      await client.query({ text: statement, values, ...PATIENT });
    }
    await client.query({ text: 'vacuum analyze', ...PATIENT });
  } finally {
    client.release(true);
  }
}
