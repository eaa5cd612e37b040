import type { Db } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import type { After } from '#server/http/api/paging.ts';
import { CSV_START, csvLine } from '#server/lib/csv.ts';
import type { ValidMarketingConsentsExportQuery } from '#shared/features/accounts/marketing-schemas.ts';
import { koreanTime } from '#shared/format/korean-time.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { consentLabel, MARKETING_CHANNEL_LABELS, MARKETING_SOURCE_LABELS } from '#shared/rules/notices/marketing.ts';
import { listMarketingConsents, type MarketingConsentRow } from './marketing.queries.ts';

/** Rows per statement. */
const CHUNK = 1000;
const HEADINGS = ['아이디', '이름', '수단', '받는 곳', '의사', '방법', '일시', '다음 확인'];

// The Swedish locale formats times as spreadsheets read them: YYYY-MM-DD HH:mm.
const formatTime = koreanTime({ dateStyle: 'short', timeStyle: 'medium' }, 'sv-SE');
const formatDay = koreanTime({ dateStyle: 'short' }, 'sv-SE');

function lineOf(row: MarketingConsentRow): string {
  return csvLine([
    row.user_id,
    row.fullname,
    MARKETING_CHANNEL_LABELS[row.channel],
    // With hyphens a spreadsheet keeps the first zero.
    row.channel === 'sms' ? { shown: formatPhone(row.contact) } : row.contact,
    consentLabel(row),
    MARKETING_SOURCE_LABELS[row.source],
    { shown: formatTime(row.changed_at) },
    row.remind_at && { shown: formatDay(row.remind_at) },
  ]);
}

/**
 * Streams the consents to advertising as lines of a CSV file, newest first. Audits the export before
 * the first line, and again with the number of lines sent, even when the client disconnects.
 */
export async function* exportConsents(
  db: Db,
  admin: ActingAdmin,
  { now, reason, ...filters }: ValidMarketingConsentsExportQuery & { now: Date },
): AsyncGenerator<string> {
  const act = { ...admin, subjectType: 'user' } as const;
  await recordAudit(db, { ...act, action: 'user.export_marketing', after: { filters }, ...(reason && { reason }) });
  let rows = 0;
  let isComplete = false;
  try {
    yield CSV_START + csvLine(HEADINGS);
    let after: After | undefined;
    do {
      const page = await listMarketingConsents(db, { ...filters, order: 'desc', limit: CHUNK, after, now });
      rows += page.rows.length;
      if (page.rows.length > 0) yield page.rows.map(lineOf).join('');
      after = page.next;
    } while (after !== undefined);
    isComplete = true;
  } finally {
    // Recorded also for an administrator who lost the right meanwhile.
    await recordAudit(db, {
      ...act,
      session: undefined,
      action: 'user.exported_marketing',
      after: { filters, rows, isComplete },
    });
  }
}
