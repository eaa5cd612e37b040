import { useRef } from 'react';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { setOrderStatusBody } from '#shared/features/orders/admin-schemas.ts';
import { formatWon } from '#shared/rules/price.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { useAppForm } from '#web/lib/form.ts';
import { confirm } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { setOrderStatus } from './api.ts';
import { useShowOrder } from './use-show-order.ts';

type Props = { order: AdminOrder; onRefund: () => void };

/** Cancels an order, apart from all other actions. Moves no money. */
export function CancelOrder({ order, onRefund }: Props) {
  const show = useShowOrder();
  const result = useRef<HTMLDivElement>(null);
  const isCancelled = order.status === 'cancelled';
  const { field, submit, problem, isSubmitting } = useAppForm(setOrderStatusBody, {
    defaultValues: { status: 'cancelled', note: '' },
    onSubmit: async ({ note }) => {
      const isAgreed = await confirm({
        title: '주문 취소',
        message: `주문 ${order.order_number}을 취소합니다. 고객의 마이페이지에 취소로 보입니다.\n상태만 바뀌고 돈은 움직이지 않습니다.`,
        confirmLabel: '주문 취소',
        cancelLabel: '닫기',
        isDangerous: true,
      });
      if (!isAgreed) return;
      show(await setOrderStatus(order.id, { status: 'cancelled', note }));
      result.current?.focus();
    },
  });
  return (
    <section
      aria-label="주문 취소"
      className={`rounded border bg-surface p-4 ${isCancelled ? 'border-line' : 'border-danger'}`}
    >
      <h2 className={`text-h4 ${isCancelled ? 'text-ink-900' : 'text-danger'}`}>주문 취소</h2>
      <div ref={result} tabIndex={-1} className="mt-2">
        {isCancelled && <p>취소된 주문입니다.</p>}
      </div>
      {!isCancelled && (
        <form onSubmit={(event) => void submit(event)} noValidate aria-label="주문 취소" className="grid gap-3">
          {order.paid_price > 0 && (
            <p>
              {`결제된 ${formatWon(order.paid_price)}이 있습니다. 취소해도 돈은 움직이지 않습니다. `}
              <button type="button" onClick={onRefund} className={ADMIN_LINK}>
                환불로 이동
              </button>
            </p>
          )}
          <TextField
            {...field('note')}
            label="취소 메시지"
            hint="고객의 진행 내역에 보입니다."
            isOptional
            autoComplete="off"
          />
          {problem && <Notice kind="danger">{problem}</Notice>}
          <Button type="submit" kind="danger" isBusy={isSubmitting} className="justify-self-start">
            주문 취소
          </Button>
        </form>
      )}
    </section>
  );
}
