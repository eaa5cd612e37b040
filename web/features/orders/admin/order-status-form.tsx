import { useState } from 'react';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { setOrderStatusBody } from '#shared/features/orders/admin-schemas.ts';
import { formatWon } from '#shared/rules/price.ts';
import { ADMIN_LINK } from '#web/features/admin-kit/admin-page.tsx';
import { useAppForm } from '#web/lib/form.ts';
import { confirm } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { setOrderStatus } from './api.ts';
import { STAFF_STATUS_LABELS } from './order-status.tsx';
import { useShowOrder } from './use-show-order.ts';

/** The statuses that an admin may set (spec §4). */
const SETTABLE = ['pending', 'processing', 'confirmed', 'cancelled'] as const;
const OPTIONS = SETTABLE.map((value) => ({ value, label: STAFF_STATUS_LABELS[value] }));
const MOVES_NO_MONEY = '상태만 바뀌고 돈은 움직이지 않습니다.';

type Props = { order: AdminOrder; onRefund: () => void };

/** Sets an order's status, after a confirmation. */
export function OrderStatusForm({ order, onRefund }: Props) {
  const [isDone, setDone] = useState(false);
  const show = useShowOrder();
  const { form, field, submit, problem, isSubmitting } = useAppForm(setOrderStatusBody, {
    defaultValues: { status: SETTABLE.find((status) => status === order.status) ?? 'pending', note: '' },
    onSubmit: async ({ status, note }) => {
      setDone(false);
      const isAgreed = await confirm({
        title: '주문 상태 변경',
        message: `주문 ${order.order_number}의 상태를 바꿉니다: ${STAFF_STATUS_LABELS[order.status]} → ${STAFF_STATUS_LABELS[status]}.\n${MOVES_NO_MONEY}`,
        confirmLabel: '변경',
        isDangerous: status === 'cancelled',
      });
      if (!isAgreed) return;
      show(await setOrderStatus(order.id, { status, note }));
      form.resetField('note');
      setDone(true);
    },
  });
  const isCancelOfPaid = form.watch('status') === 'cancelled' && order.paid_price > 0;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-3">
      <SelectField {...field('status')} label="바꿀 상태" options={OPTIONS} />
      <TextField {...field('note')} label="사유" hint="고객의 진행 내역에 보입니다." isOptional autoComplete="off" />
      {isCancelOfPaid && (
        <Notice kind="info">
          {`결제된 ${formatWon(order.paid_price)}이 있습니다. 취소로 바꾸어도 돈은 움직이지 않습니다. `}
          <button type="button" onClick={onRefund} className={ADMIN_LINK}>
            환불하기
          </button>
        </Notice>
      )}
      {problem && <Notice kind="danger">{problem}</Notice>}
      {isDone && <Notice kind="success">상태를 바꾸었습니다.</Notice>}
      <Button type="submit" kind="secondary" isBusy={isSubmitting} className="justify-self-start">
        상태 변경
      </Button>
    </form>
  );
}
