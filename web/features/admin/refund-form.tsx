import { useState } from 'react';
import type { AdminOrder } from '#shared/contract/admin-orders.ts';
import { issueRefundBody } from '#shared/contract/admin-orders.ts';
import { formatWon } from '#shared/rules/price.ts';
import { useAppForm } from '#web/lib/form.ts';
import { confirm } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { refundOrder } from './api.ts';
import { RefundAccountFields } from './refund-account-fields.tsx';
import { useShowOrder } from './use-order-act.ts';

/** An idempotency key per form, so that a retry after a lost response is the same refund. */
function newRequestKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Refunds through the provider: the whole remaining amount, unless another one is typed. */
export function RefundForm({ order }: { order: AdminOrder }) {
  const [requestKey] = useState(newRequestKey);
  const show = useShowOrder();
  // A bank transfer has no card to refund.
  const needsAccount = order.payment?.virtual_account !== undefined;
  const { form, field, submit, problem, isSubmitting } = useAppForm(issueRefundBody, {
    defaultValues: {
      amount: order.refundable,
      reason: '',
      ...(needsAccount && { account: { bank_code: '', number: '', holder: '' } }),
    },
    onSubmit: async (request) => {
      const isAgreed = await confirm({
        title: '환불',
        message: `주문 ${order.order_number}에서 ${formatWon(request.amount)}을 환불합니다. 되돌릴 수 없습니다.`,
        confirmLabel: '환불',
        isDangerous: true,
      });
      if (!isAgreed) return;
      const answer = await refundOrder(order.id, { ...request, requestKey });
      show(answer.order);
    },
  });
  const amount = { ...form.register('amount', { valueAsNumber: true }), error: field('amount').error };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-3">
      <TextField
        {...amount}
        type="number"
        inputMode="numeric"
        min={1}
        max={order.refundable}
        label="환불 금액 (원)"
        hint={`${formatWon(order.refundable)}까지 환불할 수 있습니다.`}
      />
      <TextField {...field('reason')} label="환불 사유" autoComplete="off" />
      {needsAccount && <RefundAccountFields field={field} />}
      {problem && <Notice kind="danger">{problem}</Notice>}
      <Button type="submit" kind="danger" isBusy={isSubmitting} className="justify-self-start">
        환불하기
      </Button>
    </form>
  );
}
