import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Order } from '#shared/features/orders/schemas.ts';
import { useAction } from '#web/lib/use-action.ts';
import { confirm } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { latePart } from '#web/ui/late/late-part.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { withdrawRefundRequest } from './api.ts';
import { RefundRequestSummary } from './refund-request-summary.tsx';
import { useShowOwnOrder } from './use-show-own-order.ts';

/** Has a form, whose code loads on demand. */
const RefundDialog = latePart(async () => (await import('./refund-dialog.tsx')).RefundDialog);

type Props = {
  order: Order;
  /** Heading level, by the heading above the section. */
  heading?: 'h2' | 'h4';
};

/**
 * Requests a refund, shows its state, withdraws it. Renders nothing if there is neither a refund
 * nor a way to request one.
 */
export function RefundSection({ order, heading: Heading = 'h4' }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const askButton = useRef<HTMLButtonElement>(null);
  const { policy, request } = order.refund ?? {};
  const place = useLedTo(request?.status);
  if (!policy && !request) return null;
  const isAsked = request?.status === 'open';
  const handleAsk = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <section aria-label="환불">
      <Heading
        className={Heading === 'h2' ? 'mb-4 text-h3 text-ink-900' : 'mb-3 font-semibold text-small text-ink-900'}
      >
        환불
      </Heading>
      <div className="grid justify-items-start gap-3">
        {request && (
          <div ref={place} tabIndex={-1} className="w-full">
            <RefundRequestSummary request={request} />
          </div>
        )}
        {isAsked && <WithdrawButton orderId={order.id} />}
        {!isAsked && policy && (
          <Button ref={askButton} kind="secondary" aria-haspopup="dialog" onClick={handleAsk}>
            환불 요청
          </Button>
        )}
      </div>
      {isWanted && policy && (
        <RefundDialog
          order={order}
          policy={policy}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          returnFocusTo={() => askButton.current ?? place.current}
        />
      )}
    </section>
  );
}

/** The pressed button disappears, so move the focus to the result. */
function useLedTo(state: string | undefined): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const seen = useRef(state);
  useEffect(() => {
    if (seen.current === state) return;
    seen.current = state;
    place.current?.focus();
  }, [state]);
  return place;
}

function WithdrawButton({ orderId }: { orderId: number }) {
  const showOrder = useShowOwnOrder();
  const { isBusy, problem, run } = useAction();
  const handleClick = async () => {
    const isAgreed = await confirm({
      title: '환불 요청 철회',
      message: '환불 요청을 철회하시겠습니까? 신청은 그대로 유지됩니다.',
      confirmLabel: '철회',
    });
    if (isAgreed) await run(async () => showOrder(await withdrawRefundRequest(orderId)));
  };
  return (
    <>
      <Button kind="secondary" isBusy={isBusy} onClick={() => void handleClick()}>
        환불 요청 철회
      </Button>
      {problem && <Notice kind="danger">{problem}</Notice>}
    </>
  );
}
