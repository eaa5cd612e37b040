import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { Order } from '#shared/contract/orders.ts';
import { errorMessage } from '#web/lib/api-error.ts';
import { confirm } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { withdrawRefundRequest } from './api.ts';
import { RefundRequestState } from './refund-request-state.tsx';
import { useShowOwnOrder } from './use-show-own-order.ts';

/** Has a form, whose code loads when it is asked for. */
const RefundDialog = lazy(async () => ({ default: (await import('./refund-dialog.tsx')).RefundDialog }));

/** The customer's way to get money back: asking, what has become of it, withdrawing. Nothing where there is none. */
export function RefundSection({ order }: { order: Order }) {
  const { policy, request } = order.refund;
  if (!policy && !request) return null;
  const isOpen = request?.status === 'open';
  return (
    <section aria-label="환불">
      <h4 className="mb-3 font-semibold text-[15px]/[24px] text-ink-900">환불</h4>
      <LedTo state={request?.status}>
        {request && <RefundRequestState request={request} />}
        {isOpen && <WithdrawButton orderId={order.id} />}
        {!isOpen && policy && <AskButton order={order} policy={policy} />}
      </LedTo>
    </section>
  );
}

/** The button that was pressed goes with what it asked for: who pressed it is led to what has come of it. */
function LedTo({ state, children }: { state: string | undefined; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const seen = useRef(state);
  useEffect(() => {
    if (seen.current === state) return;
    seen.current = state;
    place.current?.focus();
  }, [state]);
  return (
    <div ref={place} tabIndex={-1} className="grid w-full justify-items-start gap-3">
      {children}
    </div>
  );
}

type AskProps = { order: Order; policy: NonNullable<Order['refund']['policy']> };

function AskButton({ order, policy }: AskProps) {
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const handleClick = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      <Button kind="secondary" aria-haspopup="dialog" onClick={handleClick}>
        환불 요청
      </Button>
      {isWanted && (
        <Suspense>
          <RefundDialog order={order} policy={policy} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function WithdrawButton({ orderId }: { orderId: number }) {
  const showOrder = useShowOwnOrder();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const handleClick = async () => {
    const isAgreed = await confirm({
      title: '환불 요청 철회',
      message: '환불 요청을 철회하시겠습니까? 주문은 그대로 유지됩니다.',
      confirmLabel: '철회',
    });
    if (!isAgreed) return;
    setBusy(true);
    setProblem(undefined);
    try {
      showOrder(await withdrawRefundRequest(orderId));
    } catch (error) {
      setProblem(errorMessage(error));
    }
    setBusy(false);
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
