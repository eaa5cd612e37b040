import { useEffect, useRef, useState } from 'react';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { AdminRefundProposal, AdminRefundRequest } from '#shared/features/orders/refund-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { refundAmountText } from '#shared/rules/payments/refund-policy.ts';
import { formatWon } from '#shared/rules/price.ts';
import { AdminSection, Panel } from '#web/admin-kit/admin-page.tsx';
import { usePermissions } from '#web/features/accounts/admin/use-permissions.ts';
import { useShowOrder } from '#web/features/orders/admin/use-show-order.ts';
import { RefundDecision } from '#web/features/payments/admin/refund-decision.tsx';
import { RefundDue } from '#web/features/payments/admin/refund-due.tsx';
import type { RefundResult } from '#web/features/payments/admin/refund-or-propose.ts';
import type { Outcome } from '#web/features/payments/admin/refund-outcome.ts';
import { RefundProposal } from '#web/features/payments/admin/refund-proposal.tsx';
import { RefundRequestBadge } from '#web/features/payments/admin/refund-request-status.tsx';
import { DetailRow, Details } from '#web/ui/details.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** The customer's refund requests, newest first; the open one is decided here. */
export function RefundRequestSection({ order, ownId }: { order: AdminOrder; ownId: number | undefined }) {
  const [said, setSaid] = useState<Outcome>();
  const show = useShowOrder();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The submitted form is gone, so move the focus to the result.
    if (said) place.current?.focus();
  }, [said]);
  const handleDone = ({ order: changed, outcome }: RefundResult) => {
    show(changed);
    setSaid(outcome);
  };
  const proposalOf = (request: AdminRefundRequest) =>
    order.refund_proposals.find(({ status, request_id }) => status === 'open' && request_id === request.id);
  if (order.refund_requests.length === 0) return null;
  return (
    <AdminSection title="환불 요청">
      <div className="grid gap-3">
        <div ref={place} tabIndex={-1} className="empty:hidden">
          {said && <Notice kind={said.kind}>{said.text}</Notice>}
        </div>
        {order.refund_requests.toReversed().map((request) => (
          <Panel key={request.id}>
            <div className="grid gap-4">
              <RequestFacts request={request} />
              {request.status === 'open' && (
                <>
                  <hr className="border-line border-dashed" />
                  <OpenRequest
                    order={order}
                    request={request}
                    ownId={ownId}
                    proposal={proposalOf(request)}
                    onDecided={setSaid}
                    onDone={handleDone}
                  />
                </>
              )}
            </div>
          </Panel>
        ))}
      </div>
    </AdminSection>
  );
}

type OpenProps = {
  order: AdminOrder;
  request: AdminRefundRequest;
  proposal: AdminRefundProposal | undefined;
  ownId: number | undefined;
  onDecided: (outcome: Outcome) => void;
  onDone: (result: RefundResult) => void;
};

/** Decides an open request, or the refund that a second administrator has to approve for it. */
function OpenRequest({ order, request, proposal, ownId, onDecided, onDone }: OpenProps) {
  const mayDecide = mayDo(usePermissions(), 'money');
  if (!mayDecide) return <p className="text-ink-700">환불 권한이 있는 관리자가 결정합니다.</p>;
  if (proposal) return <RefundProposal proposal={proposal} ownId={ownId} onDone={onDone} />;
  return <RefundDecision key={order.refundable} order={order} request={request} onDecided={onDecided} />;
}

const REFUND_STATES = { requested: '결제사 처리 중', done: '환불 완료', refused: '결제사 거절' } as const;

function RequestFacts({ request }: { request: AdminRefundRequest }) {
  const { status, granted_amount, refund_state, decided_at } = request;
  const granted = [granted_amount !== null && formatWon(granted_amount), refund_state && REFUND_STATES[refund_state]];
  return (
    <Details>
      <DetailRow label="상태">
        <RefundRequestBadge status={status} />
      </DetailRow>
      <DetailRow label="요청 일시">{formatDateTime(request.created_at)}</DetailRow>
      {status === 'open' && (
        <DetailRow label="처리 기한">
          <RefundDue request={request} />
        </DetailRow>
      )}
      <DetailRow label="정책에 따른 금액">
        <span className="font-semibold tabular-nums">{refundAmountText(request)}</span>
        <span className="block text-ink-500">{request.policy_reason}</span>
      </DetailRow>
      <DetailRow label="고객의 사유">
        <span className="whitespace-pre-line break-words">{request.reason}</span>
      </DetailRow>
      {granted_amount !== null && <DetailRow label="승인 금액">{granted.filter(Boolean).join(', ')}</DetailRow>}
      {request.note && <DetailRow label="고객에게 알린 말">{request.note}</DetailRow>}
      {decided_at && (
        <DetailRow label={status === 'withdrawn' ? '철회 일시' : '결정'}>
          {[formatDateTime(decided_at), request.decided_by].filter(Boolean).join(' ')}
        </DetailRow>
      )}
    </Details>
  );
}
