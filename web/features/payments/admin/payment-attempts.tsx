import { useRef, useState } from 'react';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import type { AdminAttempt, AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { type AttemptState, attemptStateLabel, FOLLOWED, isOneOf } from '#shared/rules/payments/payment-status.ts';
import { formatWon } from '#shared/rules/price.ts';
import { ADMIN_LINK, AdminSection } from '#web/admin-kit/admin-page.tsx';
import { type Column, DataTable } from '#web/admin-kit/data-table.tsx';
import { usePermissions } from '#web/features/accounts/admin/use-permissions.ts';
import { Badge, type BadgeKind } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { DropAttemptDialog } from './drop-attempt-dialog.tsx';

/** All payment attempts of an order with their state. Renders nothing without attempts. */
export function PaymentAttempts({ order }: { order: AdminOrder }) {
  const [dropped, setDropped] = useState<AdminAttempt>();
  const [isDone, setDone] = useState(false);
  const said = useRef<HTMLDivElement>(null);
  const mayDrop = mayDo(usePermissions(), 'money');
  if (order.attempts.length === 0) return null;
  const handleDone = () => {
    setDropped(undefined);
    setDone(true);
    // The button is gone, so move the focus to the result.
    said.current?.focus();
  };
  const columns: Columns = mayDrop && order.attempts.some(isUnclear) ? [...COLUMNS, dropColumn(setDropped)] : COLUMNS;
  return (
    <AdminSection title="결제 시도">
      <div ref={said} tabIndex={-1} className="mb-2 empty:hidden">
        {isDone && <Notice kind="success">결제 확인을 중단했습니다.</Notice>}
      </div>
      <DataTable caption="결제 시도" columns={columns} rows={order.attempts} keyOf={({ receipt_id }) => receipt_id} />
      {dropped && (
        <DropAttemptDialog order={order} attempt={dropped} onClose={() => setDropped(undefined)} onDone={handleDone} />
      )}
    </AdminSection>
  );
}

/** Returns whether the outcome stays unclear: only then an attempt that is still followed has a note. */
function isUnclear({ state, note }: AdminAttempt): boolean {
  return isOneOf(FOLLOWED, state) && note !== '';
}

const KINDS: Record<AttemptState, BadgeKind> = {
  unverified: 'info',
  approving: 'info',
  issued: 'info',
  paid: 'success',
  revoking: 'info',
  returning: 'danger',
  returned: 'quiet',
  failed: 'quiet',
  cancelled: 'quiet',
};

type Columns = readonly [Column<AdminAttempt>, ...Column<AdminAttempt>[]];

const COLUMNS: Columns = [
  {
    header: '영수증 번호',
    cell: ({ receipt_id, method, created_at }) => (
      <>
        <span className="break-all">{receipt_id}</span>
        <span className="block text-ink-500 tabular-nums">
          {[method, formatDateTime(created_at)].filter(Boolean).join(', ')}
        </span>
      </>
    ),
  },
  {
    header: '상태',
    cell: ({ state, note, dropped_at }) => (
      <>
        <Badge kind={KINDS[state]}>{attemptStateLabel(state)}</Badge>
        {note && <span className="mt-1 block break-words">{note}</span>}
        {dropped_at && <span className="block text-ink-500">{`${formatDateTime(dropped_at)} 중단`}</span>}
      </>
    ),
  },
  {
    header: '금액',
    cell: ({ amount, cancelled_amount, returned_outside }) => (
      <>
        {amount === null ? '없음' : formatWon(amount)}
        {cancelled_amount > 0 && <span className="block text-ink-500">{`환불 ${formatWon(cancelled_amount)}`}</span>}
        {returned_outside > 0 && (
          <span className="block text-ink-500">{`다른 방법 ${formatWon(returned_outside)}`}</span>
        )}
      </>
    ),
    isNumeric: true,
  },
];

function dropColumn(onDrop: (attempt: AdminAttempt) => void): Column<AdminAttempt> {
  return {
    header: '처리',
    cell: (attempt) =>
      isUnclear(attempt) && (
        <button type="button" onClick={() => onDrop(attempt)} className={`${ADMIN_LINK} whitespace-nowrap`}>
          결제 확인 중단
        </button>
      ),
  };
}
