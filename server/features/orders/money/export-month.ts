import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { type Cell, CSV_START, csvLine } from '#server/lib/csv.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { koreanMonthRange } from '#server/lib/korean-day.ts';
import type { ExportPurpose } from '#shared/features/orders/admin-schemas.ts';
import type { OrderAssignee } from '#shared/features/orders/work-schemas.ts';
import { formatPhone, phoneDigits } from '#shared/format/phone.ts';
import { isMobile } from '#shared/rules/notices/notices.ts';
import { proofLabel } from '#shared/rules/payments/proof.ts';
import { splitVat } from '#shared/rules/payments/vat.ts';
import { type MoneyMove, moneyMoves } from '../money-moves.ts';
import type { ProofRow } from '../order-proofs.ts';
import { readProofNumber } from '../order-texts.ts';
import { assigneeOf } from '../work/assignee.ts';

const HEADINGS = [
  ...['결제일', '주문 번호', '결제 수단', '영수증', '결제 금액(원)', '공급가액(원)', '부가세(원)'],
  ...['환불 금액(원)', '환불일', '담당 변호사', '증빙'],
];
const INTERNAL_HEADINGS = ['서비스', '주문자', '전화번호', '군인'];

type Row = MoneyMove & {
  order_number: string;
  service_title: string;
  lawyer: OrderAssignee | null;
  proof: ProofRow | null;
  user_name: string;
  user_phone: string;
  soldier_name: string | null;
};

/** Reads the money of a month with its orders, by time; a month has some thousand rows. */
async function listMoves(db: Db, month: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select moves.*, o.order_number, o.service_title, ${assigneeOf(sql`o.assignee_id`)} as lawyer, to_jsonb(p) as proof,
      u.fullname as user_name, u.phone as user_phone, o.soldier ->> 'fullname' as soldier_name
    from (${moneyMoves(koreanMonthRange(month))}) as moves
    join orders o on o.id = moves.order_id join users u on u.id = o.user_id
    left join order_proofs p on p.order_id = o.id
    order by moves.moved_at, moves.order_id, moves.receipt_id, moves.returned`.execute(db);
  return rows;
}

/** An approval number or that of an invoice; what else is typed there may name a person. */
const PROOF_NUMBER = /^[A-Za-z\d-]*\d[A-Za-z\d-]*$/;

/** The export has no names and phones except for internal use, and cash receipts are sometimes noted by one. */
function proofCell({ proof }: Row, dataKeys: DataKeys, isInternal: boolean): string {
  if (!proof) return proofLabel('none');
  const number = readProofNumber(dataKeys, proof);
  const isShown = isInternal ? number !== '' : PROOF_NUMBER.test(number) && !isMobile(phoneDigits(number));
  return isShown ? `${proofLabel(proof.kind)} ${number}` : proofLabel(proof.kind);
}

type MonthExport = { month: string; purpose: ExportPurpose; maySeeSoldier: boolean; reason: string | undefined };

/**
 * Writes the money of a month as a CSV file: a row for each capture, and one for each return. Only
 * the file for internal use names people (contract §9).
 */
export async function exportMonth(
  { db, dataKeys }: { db: Db; dataKeys: DataKeys },
  admin: ActingAdmin,
  { month, purpose, maySeeSoldier, reason }: MonthExport,
): Promise<string> {
  const isInternal = purpose === 'internal';
  const rows = await listMoves(db, month);
  const lines = rows.map((row) => {
    const { supplyWon, vatWon } = splitVat(row.captured);
    const cells: Cell[] = [
      { shown: row.paid_on },
      row.order_number,
      row.method,
      row.receipt_id,
      row.captured,
      supplyWon,
      vatWon,
      row.returned,
      { shown: row.returned_on ?? '' },
      row.lawyer?.name ?? '',
      proofCell(row, dataKeys, isInternal),
    ];
    if (isInternal) {
      const soldier = maySeeSoldier ? row.soldier_name : '';
      cells.push(row.service_title, row.user_name, { shown: formatPhone(row.user_phone) }, soldier);
    }
    return csvLine(cells);
  });
  await recordAudit(db, {
    ...admin,
    action: 'order.export_month',
    subjectType: 'order',
    after: { month, purpose, rows: rows.length },
    ...(reason && { reason }),
  });
  return CSV_START + csvLine(isInternal ? [...HEADINGS, ...INTERNAL_HEADINGS] : HEADINGS) + lines.join('');
}
