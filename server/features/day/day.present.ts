import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { wireTimeOrNull } from '#server/lib/wire-time.ts';
import { mayDo, type Permission } from '#shared/features/accounts/permissions.ts';
import type { DayKind } from '#shared/features/day/kinds.ts';
import type { Day, DayItem } from '#shared/features/day/schemas.ts';
import type { DayRow } from './day.queries.ts';

type Viewing = {
  /** The kinds that the caller may see. */
  kinds: readonly DayKind[];
  permissions: readonly Permission[];
  texts: Pick<DataKeys, 'readText'>;
};

function hrefOf({ kind, id, order_id: orderId }: DayRow, permissions: readonly Permission[]): string {
  if (kind === 'message') return `/admin/chat?id=${id}`;
  if (kind === 'mail') return '/admin/mails?state=failed';
  if (orderId === null || !mayDo(permissions, 'orders')) return '/admin/refund-requests';
  return `/admin/orders/${orderId}`;
}

function presentItem(row: DayRow, { permissions, texts }: Viewing): DayItem {
  const sealed = row.title_place === null ? null : texts.readText(row.title_sealed, `${row.title_place}:${row.id}`);
  return {
    kind: row.kind,
    id: row.id,
    due_at: wireTimeOrNull(row.due_at),
    is_late: row.is_late,
    order_id: row.order_id,
    order_number: row.order_number,
    customer: row.customer,
    soldier: mayDo(permissions, 'orders') ? row.soldier : null,
    title: row.title ?? sealed ?? '',
    assignee: row.assignee,
    href: hrefOf(row, permissions),
    also: [...new Set(row.kinds)].filter((kind) => kind !== row.kind),
  };
}

/** A day as the caller may see it. */
export function presentDay(rows: readonly DayRow[], viewing: Viewing): Day {
  const none = Object.fromEntries(viewing.kinds.map((kind) => [kind, 0]));
  return { items: rows.map((row) => presentItem(row, viewing)), counts: { ...none, ...rows[0]?.counts } };
}
