import type { OrderRefund } from '#shared/features/orders/refund-schemas.ts';
import { formatDateTime, formatDay } from '#shared/format/dates.ts';
import { refundAmountText } from '#shared/rules/payments/refund-policy.ts';
import { formatWon } from '#shared/rules/price.ts';
import { DetailRow, Details } from '#web/ui/details.tsx';

type Request = NonNullable<OrderRefund['request']>;

function headlineOf({ status, refund_state }: Request): string {
  switch (status) {
    case 'open':
      return '환불 요청을 접수했습니다. 담당자가 확인하고 있습니다.';
    case 'withdrawn':
      return '환불 요청을 철회했습니다.';
    case 'refused':
      return '환불 요청을 받아들이지 못했습니다.';
    case 'granted':
      if (refund_state === 'requested') return '환불 요청을 승인했습니다. 결제사에서 처리하고 있습니다.';
      if (refund_state === 'refused')
        return '환불 요청을 승인했으나 결제사에서 처리하지 못했습니다. 담당자가 확인하고 있습니다.';
      return '환불 요청을 승인하여 환불했습니다.';
  }
}

/** The status of a customer's refund request, with its amounts and dates. */
export function RefundRequestSummary({ request }: { request: Request }) {
  const { status, granted_amount, reason, note, created_at, due_on, decided_at } = request;
  const decided = status === 'withdrawn' ? '철회 일시' : '처리 일시';
  return (
    <div role="status" className="w-full rounded bg-paper px-4 py-3">
      <p className="mb-2 font-semibold text-small text-ink-900">{headlineOf(request)}</p>
      <Details>
        {granted_amount === null ? (
          <DetailRow label="정책에 따른 금액">{refundAmountText(request)}</DetailRow>
        ) : (
          <DetailRow label="환불 금액">{formatWon(granted_amount)}</DetailRow>
        )}
        <DetailRow label="환불 사유">
          <span className="whitespace-pre-line break-words">{reason}</span>
        </DetailRow>
        {note && <DetailRow label="담당자 안내">{note}</DetailRow>}
        <DetailRow label="요청 일시">{formatDateTime(created_at)}</DetailRow>
        {status === 'open' && <DetailRow label="처리 기한">{`${formatDay(due_on)}까지`}</DetailRow>}
        {decided_at && <DetailRow label={decided}>{formatDateTime(decided_at)}</DetailRow>}
      </Details>
    </div>
  );
}
