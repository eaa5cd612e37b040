import type { Db } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import type { After } from '#server/http/api/paging.ts';
import { CSV_START, csvLine } from '#server/lib/csv.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { koreanTime } from '#shared/format/korean-time.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { ADMIN_STATUS_LABELS } from '#shared/rules/order-status.ts';
import { serviceCategoryLabel } from '#shared/rules/service-category.ts';
import type { ListFilters } from '../order-filters.ts';
import { auditedFilters } from './audited-filters.ts';
import type { AdminOrderRow } from './order-columns.ts';
import { listOrderRows } from './order-list.admin-queries.ts';

/** Orders per statement, a balance between the number of statements and memory. */
const CHUNK = 1000;

const HEADINGS = [
  ...['주문 번호', '주문 일시', '상태', '서비스', '카테고리', '상품 옵션', '금액(원)', '결제 금액(원)'],
  ...['주문자', '아이디', '전화번호', '군인'],
];

// The Swedish locale formats times as spreadsheets read them: YYYY-MM-DD HH:mm.
const formatTime = koreanTime({ dateStyle: 'short', timeStyle: 'medium' }, 'sv-SE');

function lineOf(order: AdminOrderRow, maySeeSoldier: boolean): string {
  return csvLine([
    order.order_number,
    { shown: formatTime(order.created_at) },
    ADMIN_STATUS_LABELS[order.status],
    order.service_title,
    serviceCategoryLabel(order.category),
    order.selected_plan,
    order.price,
    order.paid_price,
    order.user_name,
    order.user_id,
    // With hyphens a spreadsheet keeps the first zero.
    { shown: formatPhone(order.user_phone) },
    maySeeSoldier ? order.soldier_name : '',
  ]);
}

/** `maySeeSoldier`: of administrators with `orders`. */
type ExportOptions = { filters: ListFilters; reason: string | undefined; now: Date; maySeeSoldier: boolean };

/**
 * Streams the filtered orders as lines of a CSV file, newest first, reading them in batches. Audits
 * the export before the first line, and again with the number of lines sent, even when the client
 * disconnects.
 */
export async function* exportOrders(
  { db, dataKeys }: { db: Db; dataKeys: DataKeys },
  admin: ActingAdmin,
  { filters, reason, now, maySeeSoldier }: ExportOptions,
): AsyncGenerator<string> {
  const act = { ...admin, subjectType: 'order' } as const;
  const audited = await auditedFilters(dataKeys, filters);
  await recordAudit(db, { ...act, action: 'order.export', after: { filters: audited }, ...(reason && { reason }) });
  let rows = 0;
  let isComplete = false;
  try {
    yield CSV_START + csvLine(HEADINGS);
    let after: After | undefined;
    do {
      const part = { filters, now, limit: CHUNK, after, maySeeSoldier };
      const page = await listOrderRows(db, part);
      rows += page.rows.length;
      if (page.rows.length > 0) yield page.rows.map((row) => lineOf(row, maySeeSoldier)).join('');
      after = page.next;
    } while (after !== undefined);
    isComplete = true;
  } finally {
    // Recorded also for an administrator who lost the right meanwhile.
    await recordAudit(db, {
      ...act,
      session: undefined,
      action: 'order.exported',
      after: { filters: audited, rows, isComplete },
    });
  }
}
