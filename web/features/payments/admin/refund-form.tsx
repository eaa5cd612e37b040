import { useState } from 'react';
import type { AdminAttempt, AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { issueRefundBody } from '#shared/features/payments/admin-refund-schemas.ts';
import { MoneyField } from '#web/admin-kit/money/money-field.tsx';
import { newRequestKey } from '#web/admin-kit/request-key.ts';
import { useAppForm } from '#web/lib/form.ts';
import { BankAccountFields } from '#web/ui/bank-account-fields.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { refundOrder } from './api.ts';
import { type RefundResult, refundHint, refundOrPropose } from './refund-or-propose.ts';
import { proposeRefund } from './refund-proposals-api.ts';

type Props = { order: AdminOrder; attempt: AdminAttempt; onDone: (result: RefundResult) => void };

/**
 * Refunds one receipt through the provider: the whole remaining amount, unless another one is
 * typed.
 */
export function RefundForm({ order, attempt, onDone }: Props) {
  const [requestKey] = useState(newRequestKey);
  const { refundable, receipt_id, needs_account: needsAccount } = attempt;
  const { form, field, submit, problem, isSubmitting } = useAppForm(issueRefundBody, {
    defaultValues: {
      amount: refundable,
      reason: '',
      ...(needsAccount && { account: { bank_code: '', number: '', holder: '' } }),
    },
    onSubmit: async (body) => {
      const wanted = { ...body, receipt_id, requestKey };
      const result = await refundOrPropose({
        order,
        amountWon: body.amount,
        title: '환불',
        from: `주문 ${order.order_number}${attempt.state === 'paid' ? '의 결제에서' : '에 쓰이지 않은 결제에서'}`,
        confirmLabel: '환불',
        refund: () => refundOrder(order.id, wanted),
        propose: () => proposeRefund(order.id, wanted),
      });
      if (result) onDone(result);
    },
  });
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label={`결제사로 환불 ${receipt_id}`}
      className="grid gap-3"
    >
      <MoneyField control={form.control} name="amount" label="환불 금액 (원)" hint={refundHint(order, refundable)} />
      <TextField {...field('reason')} label="환불 사유" autoComplete="off" />
      {needsAccount && <BankAccountFields field={(name) => field(`account.${name}`)} />}
      {problem && <Notice kind="danger">{problem}</Notice>}
      <Button type="submit" kind="danger" isBusy={isSubmitting} className="justify-self-start">
        환불하기
      </Button>
    </form>
  );
}
