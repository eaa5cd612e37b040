import { useState } from 'react';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { setOrderStatusBody } from '#shared/features/orders/admin-schemas.ts';
import { ADMIN_STATUS_LABELS } from '#shared/rules/order-status.ts';
import { useAppForm } from '#web/lib/form.ts';
import { confirm } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { setOrderStatus } from './api.ts';
import { useShowOrder } from './use-show-order.ts';

/** The statuses that an admin may set (spec §4). Cancelling is apart: `CancelOrder`. */
const SETTABLE = ['pending', 'processing', 'confirmed'] as const;
const OPTIONS = SETTABLE.map((value) => ({ value, label: ADMIN_STATUS_LABELS[value] }));
const MOVES_NO_MONEY = '상태만 바뀌고 돈은 움직이지 않습니다.';

/** Sets an order's status, after a confirmation. */
export function OrderStatusForm({ order }: { order: AdminOrder }) {
  const [isDone, setDone] = useState(false);
  const show = useShowOrder();
  const { form, field, submit, problem, isSubmitting } = useAppForm(setOrderStatusBody, {
    // No status is preselected: the order's own changes while the page is open.
    defaultValues: { note: '' },
    onSubmit: async ({ status, note }) => {
      setDone(false);
      const isAgreed = await confirm({
        title: '주문 상태 변경',
        message: `주문 ${order.order_number}의 상태를 바꿉니다: ${ADMIN_STATUS_LABELS[order.status]} → ${ADMIN_STATUS_LABELS[status]}.\n${MOVES_NO_MONEY}`,
        confirmLabel: '변경',
      });
      if (!isAgreed) return;
      show(await setOrderStatus(order.id, { status, note }));
      form.reset();
      setDone(true);
    },
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-3">
      <SelectField {...field('status')} label="바꿀 상태" placeholder="상태를 선택해주세요" options={OPTIONS} />
      <TextField {...field('note')} label="사유" hint="고객의 진행 내역에 보입니다." isOptional autoComplete="off" />
      {problem && <Notice kind="danger">{problem}</Notice>}
      {isDone && <Notice kind="success">상태를 바꾸었습니다.</Notice>}
      <Button
        type="submit"
        kind="secondary"
        isBusy={isSubmitting}
        disabled={!form.watch('status')}
        className="justify-self-start"
      >
        상태 변경
      </Button>
    </form>
  );
}
