import { useState } from 'react';
import type { AdminAttempt, AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { outsideRefundBody } from '#shared/features/payments/admin-refund-schemas.ts';
import { formatWon } from '#shared/rules/price.ts';
import { MoneyField } from '#web/admin-kit/money/money-field.tsx';
import { newRequestKey } from '#web/admin-kit/request-key.ts';
import { useAppForm } from '#web/lib/form.ts';
import { confirm } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { recordOutsideRefund } from './api.ts';
import { type RefundResult, resultOf } from './refund-or-propose.ts';

type Props = { order: AdminOrder; attempt: AdminAttempt; onDone: (result: RefundResult) => void };

/**
 * Records a refund of one receipt that was made without the provider, for example by bank transfer.
 */
export function OutsideRefundForm({ order, attempt, onDone }: Props) {
  const [requestKey] = useState(newRequestKey);
  const { refundable, receipt_id } = attempt;
  const { form, field, submit, problem, isSubmitting } = useAppForm(outsideRefundBody, {
    defaultValues: { amount: refundable, note: '' },
    onSubmit: async (body) => {
      const isAgreed = await confirm({
        title: '다른 방법으로 환급함',
        message: `${formatWon(body.amount)}을 이미 돌려드렸습니까? 결제사에는 취소를 요청하지 않고, 주문에 환불로 기록하여 고객에게 메일로 알립니다. 되돌릴 수 없습니다.`,
        confirmLabel: '환급 기록',
        isDangerous: true,
      });
      if (isAgreed) onDone(resultOf(await recordOutsideRefund(order.id, { ...body, receipt_id, requestKey })));
    },
  });
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label={`다른 방법으로 환급함 ${receipt_id}`}
      className="grid gap-3"
    >
      <p>계좌 이체처럼 결제사를 거치지 않고 돌려드린 금액을 기록합니다. 돈은 움직이지 않습니다.</p>
      <MoneyField control={form.control} name="amount" label="환급한 금액 (원)" />
      <TextField {...field('note')} label="환급한 방법" hint="예: 신한은행 계좌로 이체" autoComplete="off" />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <Button type="submit" kind="secondary" isBusy={isSubmitting} className="justify-self-start">
        환급 기록
      </Button>
    </form>
  );
}
