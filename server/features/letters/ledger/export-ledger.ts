import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { readOpponent } from '#server/features/orders/order-texts.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { CSV_START, csvLine } from '#server/lib/csv.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import type { SealedText } from '#server/lib/keys/sealed-text.ts';
import { koreanDayAt, koreanMonthRange } from '#server/lib/korean-day.ts';
import type { ValidLedgerQuery } from '#shared/features/letters/ledger-schemas.ts';

/** As 변호사법 시행령 7조 names them; what the shop does not know is left for the firm to fill in. */
const HEADINGS = [
  ...['수임 일자', '주문 번호', '위임인', '당사자', '비용 부담자', '상대방', '위임 사무'],
  ...['수임료(원)', '수임 기관', '사건 번호', '담당 변호사', '업무 종료일', '처리 결과'],
];

type Row = {
  id: number;
  order_number: string;
  client: string | null;
  payer: string;
  scope_sealed: SealedText;
  fee: number;
  lawyer: string | null;
  signed_at: Date;
  work_closed_at: Date | null;
  opponents: { id: number; name_sealed: string }[];
};

/** Reads the letters that the firm has signed, by the day on which it did. */
async function listMandates(db: Db, month: string | undefined): Promise<Row[]> {
  const range = month === undefined ? undefined : koreanMonthRange(month);
  const { rows } = await sql<Row>`
    select l.id, o.order_number, o.soldier ->> 'fullname' as client, u.fullname as payer, l.scope_sealed, l.fee,
      lawyer_of(o.assignee_id) ->> 'name' as lawyer, s.signed_at, o.work_closed_at,
      coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name_sealed', p.name_sealed) order by p.id)
        from order_opponents p where p.order_id = o.id), '[]'::jsonb) as opponents
    from letters l
    join orders o on o.id = l.order_id
    join users u on u.id = o.user_id
    join letter_documents d on d.letter_id = l.id and d.kind = 'letter'
    join letter_signatures s on s.document_id = d.id and s.role = 'firm'
    where ${range ? sql`s.signed_at >= ${range.from} and s.signed_at < ${range.to}` : sql`true`}
    order by s.signed_at, l.id`.execute(db);
  return rows;
}

/**
 * Writes the firm's ledger of mandates (수임장부, 변호사법 28조) as a CSV file: a row for each letter that the firm has
 * signed. A firm signs some hundred a month.
 */
export async function exportLedger(
  { db, dataKeys }: { db: Db; dataKeys: DataKeys },
  admin: ActingAdmin,
  { month, reason }: ValidLedgerQuery,
): Promise<string> {
  const rows = await listMandates(db, month);
  const lines = rows.map((row) =>
    csvLine([
      { shown: koreanDayAt(row.signed_at) },
      row.order_number,
      row.client,
      row.client,
      row.payer,
      row.opponents.map((opponent) => readOpponent(dataKeys, opponent)).join(', '),
      dataKeys.readText(row.scope_sealed, `letters.scope_sealed:${row.id}`),
      row.fee,
      '',
      '',
      row.lawyer,
      { shown: row.work_closed_at ? koreanDayAt(row.work_closed_at) : '' },
      '',
    ]),
  );
  await recordAudit(db, {
    ...admin,
    action: 'order.export_mandates',
    subjectType: 'order',
    after: { month: month ?? null, rows: rows.length },
    ...(reason && { reason }),
  });
  return CSV_START + csvLine(HEADINGS) + lines.join('');
}
