import { useQueryClient } from '@tanstack/react-query';
import type { Order } from '#shared/features/orders/schemas.ts';
import { type RefundAccount, refundAccount } from '#shared/features/payments/refund-schemas.ts';
import { bankName } from '#shared/platform/banks.ts';
import { formatWon } from '#shared/rules/price.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useAppForm } from '#web/lib/form.ts';
import { confirm, showMessage } from '#web/ui/ask.ts';
import { BankAccountFields } from '#web/ui/bank-account-fields.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ordersQuery, setRefundAccount } from './api.ts';
import { useShowOwnOrder } from './use-show-own-order.ts';

type Props = { order: Pick<Order, 'id'>; amountWon: number; onSent: (account: RefundAccount) => void };

/** Form for the account that an order's money is refunded to. */
export function RefundAccountForm({ order, amountWon, onSent }: Props) {
  const showOrder = useShowOwnOrder();
  const queryClient = useQueryClient();
  const amount = formatWon(amountWon);
  const { field, submit, problem, isSubmitting } = useAppForm(refundAccount, {
    defaultValues: { bank_code: '', number: '', holder: '' },
    onSubmit: async (account) => {
      const isAgreed = await confirm({
        title: '환불 계좌 확인',
        message: `${bankName(account.bank_code)} ${account.number}\n예금주 ${account.holder}\n\n이 계좌로 ${amount}을 보내드립니다. 보낸 뒤에는 계좌를 바꿀 수 없습니다.`,
        confirmLabel: '이 계좌로 받기',
      });
      if (!isAgreed) return;
      try {
        const changed = await setRefundAccount(order.id, account);
        onSent(account);
        showOrder(changed);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'NO_REFUND_WAITING') throw error;
        // An admin has refunded the money in the meantime; the refetched order removes the form.
        await showMessage({ title: '환불', message: '이미 처리한 환불입니다. 진행 내역을 확인해주세요.' });
        await queryClient.invalidateQueries({ queryKey: ordersQuery.queryKey });
      }
    },
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="환불 계좌" className="grid gap-4">
      <BankAccountFields field={field} isOwnAccount />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <Button type="submit" isBusy={isSubmitting} className="sm:justify-self-start">
        {`${amount} 환불받기`}
      </Button>
    </form>
  );
}
