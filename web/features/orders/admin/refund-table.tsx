import type { AdminRefund } from '#shared/features/orders/admin-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { formatWon } from '#shared/rules/price.ts';
import { type Column, DataTable } from '#web/admin-kit/data-table.tsx';

const REFUND_STATES: Record<AdminRefund['state'], string> = {
  requested: '처리 중',
  done: '완료',
  refused: '환불 안 됨',
};
const CHANNELS: Record<AdminRefund['channel'], string> = { provider: '결제사로', outside: '다른 방법으로' };
/** `requested_by` of automatic refunds. */
const SYSTEM = 'system';

function refundState({ state, awaits_account, last_error }: AdminRefund): string {
  if (awaits_account) return '고객의 계좌를 기다림';
  return [REFUND_STATES[state], last_error].filter(Boolean).join(': ');
}

/** Refunds that are done or in progress. */
export function RefundTable({ refunds }: { refunds: readonly AdminRefund[] }) {
  return <DataTable caption="환불 내역" columns={REFUND_COLUMNS} rows={refunds} keyOf={({ id }) => id} />;
}

const REFUND_COLUMNS: readonly [Column<AdminRefund>, ...Column<AdminRefund>[]] = [
  {
    header: '금액',
    cell: ({ amount, channel }) => (
      <span className="whitespace-nowrap">
        {formatWon(amount)}
        <span className="block text-ink-500">{CHANNELS[channel]}</span>
      </span>
    ),
  },
  { header: '상태', cell: refundState },
  {
    header: '사유',
    cell: ({ reason, receipt_id }) => (
      <>
        {reason}
        <span className="block break-all text-ink-500">{`영수증 ${receipt_id}`}</span>
      </>
    ),
  },
  {
    header: '요청',
    cell: ({ requested_by, created_at }) => (
      <>
        <span className="break-all">{requested_by === SYSTEM ? '자동 환불' : requested_by}</span>
        <span className="block whitespace-nowrap text-ink-500 tabular-nums">{formatDateTime(created_at)}</span>
      </>
    ),
  },
];
