import { Link } from '@tanstack/react-router';
import type { DaySheet } from '#shared/features/reports/schemas.ts';
import { formatTime } from '#shared/format/dates.ts';
import { formatWon } from '#shared/rules/price.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { type Columns, DataTable } from '#web/admin-kit/data-table.tsx';
import { EmptyState } from '#web/ui/list-page.tsx';

type Move = DaySheet['moves'][number];

const columnsFor = (mayOpenOrders: boolean): Columns<Move> => [
  { header: '시각', cell: ({ at }) => formatTime(at) },
  {
    header: '주문 번호',
    cell: ({ order_id, order_number }) =>
      mayOpenOrders ? (
        <Link to="/admin/orders/$orderId" params={{ orderId: String(order_id) }} className={ADMIN_LINK}>
          {order_number}
        </Link>
      ) : (
        order_number
      ),
  },
  { header: '서비스', cell: ({ service_title }) => service_title },
  { header: '결제 수단', cell: ({ method }) => method || '알 수 없음' },
  { header: '결제 번호', cell: ({ receipt_id }) => <span className="break-all">{receipt_id}</span> },
  { header: '받은 금액', cell: ({ captured }) => captured > 0 && formatWon(captured), isNumeric: true },
  { header: '돌려준 금액', cell: ({ returned }) => returned > 0 && formatWon(returned), isNumeric: true },
];

/** All money of a day in order of time, with its sums. */
export function DaySheetView({ sheet, mayOpenOrders }: { sheet: DaySheet; mayOpenOrders: boolean }) {
  const { captured, returned, net, moves } = sheet;
  if (moves.length === 0) {
    return <EmptyState title="이 날에는 결제와 환불이 없습니다.">다른 날짜를 선택해보세요.</EmptyState>;
  }
  return (
    <div className="grid gap-3">
      <p className="text-ink-900 tabular-nums">
        {`받은 금액 ${formatWon(captured)}, 돌려준 금액 ${formatWon(returned)}, `}
        <strong>{`남은 금액 ${formatWon(net)}`}</strong>
      </p>
      <DataTable
        caption="하루의 결제와 환불"
        columns={columnsFor(mayOpenOrders)}
        rows={moves}
        keyOf={({ receipt_id, at, returned: back }) => `${receipt_id} ${at} ${back}`}
      />
    </div>
  );
}
