import type { AdminRefundProposal } from '#shared/features/orders/refund-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { formatWon } from '#shared/rules/price.ts';
import { type Column, DataTable } from '#web/admin-kit/data-table.tsx';

const LABELS: Record<AdminRefundProposal['status'], string> = {
  open: '두 번째 확인 대기',
  approved: '승인',
  declined: '거절',
  withdrawn: '철회',
  lapsed: '자동 종료',
};

/** Refunds that needed a second administrator, and what came of each, oldest first. */
export function RefundProposalTable({ proposals }: { proposals: readonly AdminRefundProposal[] }) {
  return <DataTable caption="두 번째 확인 내역" columns={COLUMNS} rows={proposals} keyOf={({ id }) => id} />;
}

const COLUMNS: readonly [Column<AdminRefundProposal>, ...Column<AdminRefundProposal>[]] = [
  { header: '금액', cell: ({ amount }) => formatWon(amount), isNumeric: true },
  { header: '상태', cell: ({ status }) => LABELS[status] },
  {
    header: '요청',
    cell: ({ proposed_by, created_at, note }) => <Said by={proposed_by} at={created_at} words={note} />,
  },
  {
    header: '결정',
    cell: ({ decided_by, decided_at, decision_note }) =>
      decided_at && <Said by={decided_by ?? '자동'} at={decided_at} words={decision_note} />,
  },
];

function Said({ by, at, words }: { by: string; at: string; words: string }) {
  return (
    <>
      <span className="break-all">{by}</span>
      <span className="block whitespace-nowrap text-ink-500 tabular-nums">{formatDateTime(at)}</span>
      {words && <span className="block break-words">{words}</span>}
    </>
  );
}
