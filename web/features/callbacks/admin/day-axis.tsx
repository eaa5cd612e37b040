import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AdminOrderListItem } from '#shared/features/orders/admin-schemas.ts';
import { formatTime } from '#shared/format/dates.ts';
import { toKoreanLocal } from '#shared/format/korean-local.ts';
import { adminOrdersQuery } from '#web/features/orders/admin/api.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { callsQuery } from './api.ts';

const FIRST_HOUR = 9;
const LAST_HOUR = 19;
const HOURS = Array.from({ length: LAST_HOUR - FIRST_HOUR + 1 }, (_, index) => FIRST_HOUR + index);

type Entry = { key: string; orderId: number; at: string; name: string; kind: '예약' | '약속'; isLate: boolean };

/** The hour of the axis that a moment belongs to; what is earlier or later stands at its ends. */
function hourOf(at: string): number {
  return Math.min(Math.max(Number(toKoreanLocal(at).slice(11, 13)), FIRST_HOUR), LAST_HOUR);
}

/** First calls that are promised; the list begins with the promises that end last, so with those of days to come. */
const PROMISED = adminOrdersQuery({ contact: 'open', sort: 'contact_by', order: 'desc' });

function promisesOf(orders: readonly AdminOrderListItem[], day: string): Entry[] {
  return orders.flatMap(({ id, user_name, user_id, work: { contact_by: at } }) => {
    if (at === null || toKoreanLocal(at).slice(0, 10) !== day) return [];
    const isLate = new Date(at) < serverNow();
    return [{ key: `call ${id}`, orderId: id, at, name: user_name || user_id, kind: '약속', isLate }];
  });
}

/** One day from 9 to 20 o'clock with the calls that are booked and those that are promised. */
export function DayAxis({ day }: { day: string }) {
  const booked = useQuery(callsQuery(day)).data ?? [];
  const promised = useQuery(PROMISED).data?.rows ?? [];
  const bookings = booked
    .filter(({ contacted_at }) => contacted_at === null)
    .map(
      ({ order_id, starts_at, customer }): Entry => ({
        key: `booked ${order_id}`,
        orderId: order_id,
        at: starts_at,
        name: customer || '이름 없음',
        kind: '예약',
        isLate: false,
      }),
    );
  const entries = [...bookings, ...promisesOf(promised, day)].toSorted((a, b) => a.at.localeCompare(b.at));
  return (
    <ol
      aria-label="시간표"
      className="grid overflow-hidden rounded border border-line bg-surface md:grid-cols-[repeat(11,minmax(0,1fr))]"
    >
      {HOURS.map((hour) => (
        <li
          key={hour}
          className="flex min-h-8 gap-2 border-line border-t px-2 py-1 first:border-t-0 md:min-h-24 md:flex-col md:gap-1 md:border-t-0 md:border-l md:first:border-l-0"
        >
          <span className="w-12 shrink-0 text-caption text-ink-500 tabular-nums">{`${hour}시`}</span>
          <ul className="grid min-w-0 grow content-start gap-1 empty:hidden">
            {entries
              .filter(({ at }) => hourOf(at) === hour)
              .map((entry) => (
                <li key={entry.key}>
                  <EntryLink entry={entry} />
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

const KINDS = { 예약: 'border-olive-700 bg-olive-100 text-olive-700', 약속: 'border-line text-ink-900' };

function EntryLink({ entry: { orderId, at, name, kind, isLate } }: { entry: Entry }) {
  return (
    <Link
      to="/admin/orders/$orderId"
      params={{ orderId: String(orderId) }}
      title={`${formatTime(at)} ${kind} ${name}`}
      className={`flex min-h-11 flex-wrap items-center gap-x-2 rounded border px-2 py-0.5 text-caption md:min-h-0 ${isLate ? 'border-danger text-danger' : KINDS[kind]}`}
    >
      <span className="tabular-nums">{formatTime(at)}</span>
      {kind}
      <strong className="min-w-0 truncate font-semibold">{name}</strong>
    </Link>
  );
}
