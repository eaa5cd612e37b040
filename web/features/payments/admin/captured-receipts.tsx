import { useEffect, useRef, useState } from 'react';
import type { AdminAttempt, AdminOrder, AdminRefund } from '#shared/features/orders/admin-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { CAPTURED, isOneOf } from '#shared/rules/payments/payment-status.ts';
import { formatWon } from '#shared/rules/price.ts';
import { Panel } from '#web/admin-kit/admin-page.tsx';
import { useShowOrder } from '#web/features/orders/admin/use-show-order.ts';
import { DetailRow, Details } from '#web/ui/details.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { OutsideRefundForm } from './outside-refund-form.tsx';
import { RefundForm } from './refund-form.tsx';
import type { RefundResult } from './refund-or-propose.ts';
import type { Outcome } from './refund-outcome.ts';
import { RefundProposal } from './refund-proposal.tsx';

type Props = {
  order: AdminOrder;
  /**
   * A customer's refund request is open: deciding it is the only way to refund the order's payment.
   */
  isAsked: boolean;
  /** The administrator who looks at the order. */
  ownId: number | undefined;
};

/** Every captured receipt of an order with its refund forms, the order's own payment first. */
export function CapturedReceipts({ order, isAsked, ownId }: Props) {
  const show = useShowOrder();
  const [said, setSaid] = useState<Outcome>();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The submitted form is gone, so move the focus to the result.
    if (said) place.current?.focus();
  }, [said]);
  const handleDone = ({ order: changed, outcome }: RefundResult) => {
    show(changed);
    setSaid(outcome);
  };
  const captured = order.attempts.filter(({ state }) => isOneOf(CAPTURED, state));
  const sorted = captured.toSorted((one, other) => Number(other.state === 'paid') - Number(one.state === 'paid'));
  return (
    <div className="grid gap-3">
      <div ref={place} tabIndex={-1} className="empty:hidden">
        {said && <Notice kind={said.kind}>{said.text}</Notice>}
      </div>
      {sorted.map((attempt) => (
        <Panel key={attempt.receipt_id}>
          <CapturedReceipt order={order} attempt={attempt} isAsked={isAsked} ownId={ownId} onDone={handleDone} />
        </Panel>
      ))}
      {sorted.length === 0 && (
        <Panel>
          <p>지금 환불할 수 있는 금액이 없습니다.</p>
        </Panel>
      )}
    </div>
  );
}

type ReceiptProps = Props & { attempt: AdminAttempt; onDone: (result: RefundResult) => void };

function CapturedReceipt({ order, attempt, isAsked, ownId, onDone }: ReceiptProps) {
  const isOwn = attempt.state === 'paid';
  const title = isOwn ? '주문의 결제' : '주문에 쓰이지 않은 결제';
  const refunds = order.refunds.filter(({ receipt_id }) => receipt_id === attempt.receipt_id);
  const waiting = order.refund_proposals.find(
    ({ status, receipt_id, request_id }) =>
      status === 'open' && request_id === null && receipt_id === attempt.receipt_id,
  );
  const isDecidedElsewhere = isOwn && isAsked;
  const forms = { order, attempt, onDone };
  // After each refund the forms are new, with their own key and amount.
  const key = `${refunds.length} ${attempt.refundable}`;
  return (
    <section aria-label={`${title} ${attempt.receipt_id}`} className="grid gap-4">
      <h3 className="font-semibold text-ink-900">{title}</h3>
      <ReceiptFacts attempt={attempt} />
      <RefundState attempt={attempt} refund={refunds.at(-1)} />
      {waiting && <RefundProposal proposal={waiting} ownId={ownId} onDone={onDone} />}
      {isDecidedElsewhere && <p>고객의 환불 요청이 있습니다. 그 요청을 승인하거나 거절해주세요.</p>}
      {!waiting && !isDecidedElsewhere && attempt.refundable > 0 && (
        <>
          <RefundForm key={`provider ${key}`} {...forms} />
          <details key={`outside ${key}`} className="border-line border-t border-dashed pt-2">
            <summary className="min-h-11 py-2 font-semibold text-ink-900 md:min-h-9 md:py-1.5">
              다른 방법으로 환급함
            </summary>
            <div className="pt-1">
              <OutsideRefundForm {...forms} />
            </div>
          </details>
        </>
      )}
    </section>
  );
}

function ReceiptFacts({ attempt }: { attempt: AdminAttempt }) {
  const { amount, cancelled_amount, returned_outside } = attempt;
  const left = (amount ?? 0) - cancelled_amount - returned_outside;
  return (
    <Details>
      <DetailRow label="결제 수단">{attempt.method || '알 수 없음'}</DetailRow>
      <DetailRow label="결제 금액">{formatWon(amount ?? 0)}</DetailRow>
      {cancelled_amount > 0 && <DetailRow label="환불한 금액">{formatWon(cancelled_amount)}</DetailRow>}
      {returned_outside > 0 && <DetailRow label="다른 방법으로">{formatWon(returned_outside)}</DetailRow>}
      {left !== amount && <DetailRow label="남은 금액">{formatWon(left)}</DetailRow>}
      {attempt.paid_at && <DetailRow label="결제 일시">{formatDateTime(attempt.paid_at)}</DetailRow>}
      <DetailRow label="영수증 번호">
        <span className="break-all text-caption">{attempt.receipt_id}</span>
      </DetailRow>
    </Details>
  );
}

/** The last refund of a receipt while it is open or refused, and what the admin can do. */
function RefundState({ attempt, refund }: { attempt: AdminAttempt; refund: AdminRefund | undefined }) {
  if (!refund || refund.state === 'done') return null;
  const amount = formatWon(refund.amount);
  if (refund.awaits_account) {
    return (
      <p className="rounded border border-info px-3 py-2">
        <strong className="block text-info">고객의 계좌를 기다립니다</strong>
        {`고객에게 ${amount}을 돌려받을 계좌를 메일로 물었습니다. 고객이 입력하면 자동으로 환불합니다. 전화로 계좌를 확인하셨으면 아래에서 바로 환불할 수 있습니다.`}
      </p>
    );
  }
  if (refund.state === 'requested') {
    return (
      <p className="rounded border border-info px-3 py-2">
        <strong className="block text-info">{`${amount}의 환불을 처리하고 있습니다`}</strong>
        {refund.last_error && <span className="block break-words">{`마지막 답: ${refund.last_error}`}</span>}
        결제사의 답이 올 때까지 자동으로 다시 확인합니다. 끝난 뒤에 더 환불할 수 있습니다.
      </p>
    );
  }
  return (
    <p className="rounded border border-danger px-3 py-2">
      <strong className="block text-danger">{`결제사가 ${amount}의 환불을 거절했습니다`}</strong>
      {refund.last_error && <span className="block break-words text-ink-900">{refund.last_error}</span>}
      {attempt.needs_account
        ? '계좌를 확인하여 다시 환불해주세요. '
        : '금액을 바꾸거나 시간을 두고 다시 환불해주세요. '}
      결제사에서 할 수 없으면 계좌 이체 등으로 돌려드린 뒤 ‘다른 방법으로 환급함’에 기록해주세요.
    </p>
  );
}
