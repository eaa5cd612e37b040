import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDate } from '#shared/format/dates.ts';
import { paidBefore } from '#shared/rules/payments/paid-before.ts';
import { ordersQuery } from '#web/features/orders/api.ts';
import type { PurchaseChoice } from '#web/features/orders/pay-again.ts';
import { LINK_IN_TEXT } from '#web/ui/button-class.ts';
import { Notice } from '#web/ui/notice.tsx';

/** Warns before the same service, soldier and plan is paid twice. */
export function PaidBefore({ choice }: { choice: PurchaseChoice }) {
  const { data } = useInfiniteQuery(ordersQuery);
  const orders = data?.pages.flatMap(({ rows }) => rows) ?? [];
  const before = paidBefore(orders, {
    service_id: choice.serviceId,
    soldier_id: choice.soldierId ?? null,
    selected_plan: choice.selectedPlan ?? '',
  });
  if (!before) return null;
  const isWaiting = before.status === 'processing';
  return (
    <Notice kind="info">
      {isWaiting
        ? `${formatDate(before.created_at)}에 같은 내용으로 신청하신 결제를 기다리고 있습니다. `
        : `${formatDate(before.created_at)}에 같은 내용을 이미 결제하셨습니다. `}
      지금 결제하시면 두 번 결제됩니다.{' '}
      <Link to="/orders/$orderId" params={{ orderId: String(before.id) }} className={LINK_IN_TEXT}>
        그 신청 보기
      </Link>
    </Notice>
  );
}
