import { useState } from 'react';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { needsMoneyToSet } from '#shared/rules/order-status.ts';
import { AdminSection, Panel } from '#web/admin-kit/admin-page.tsx';
import { CancelOrder } from '#web/features/orders/admin/cancel-order.tsx';
import { OrderStatusForm } from '#web/features/orders/admin/order-status-form.tsx';
import { ProofForm } from '#web/features/orders/admin/proof-form.tsx';
import { CapturedReceipts } from '#web/features/payments/admin/captured-receipts.tsx';

type Props = {
  order: AdminOrder;
  ownId: number | undefined;
  maySeeMoney: boolean;
  /** The customer waits for an answer to a refund request. */
  isAsked: boolean;
  onRefund: () => void;
};

/** Refund, receipt, state and cancellation behind one control, which is closed unless a refund waits. */
export function OrderMoney({ order, ownId, maySeeMoney, isAsked, onRefund }: Props) {
  const isDue =
    isAsked ||
    order.refund_proposals.some(({ status }) => status === 'open') ||
    order.refunds.some(({ state }) => state !== 'done');
  const [isOpen, setOpen] = useState(isDue);
  const maySetStatus = maySeeMoney || !needsMoneyToSet(order);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-11 py-2 text-h4 text-ink-900 md:min-h-10 md:py-1.5">돈과 상태</summary>
      <div className="mt-2 grid gap-6">
        {maySeeMoney && (
          <>
            <AdminSection title="환불">
              <CapturedReceipts order={order} isAsked={isAsked} ownId={ownId} />
            </AdminSection>
            <AdminSection title="증빙">
              <Panel>
                <ProofForm order={order} />
              </Panel>
            </AdminSection>
          </>
        )}
        <AdminSection title="상태">
          <Panel>
            {maySetStatus ? (
              <OrderStatusForm order={order} />
            ) : (
              <p className="text-ink-700">결제된 주문의 상태는 환불 권한이 있는 관리자가 바꿉니다.</p>
            )}
          </Panel>
        </AdminSection>
        {maySetStatus && <CancelOrder order={order} onRefund={onRefund} />}
      </div>
    </details>
  );
}
