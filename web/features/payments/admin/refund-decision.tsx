import { useQueryClient } from '@tanstack/react-query';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { AdminRefundRequest } from '#shared/features/orders/refund-schemas.ts';
import {
  grantRefundBody as grantSchema,
  refuseRefundBody as refuseSchema,
} from '#shared/features/payments/admin-refund-schemas.ts';
import { isExaminedByFirm } from '#shared/rules/payments/refund-policy.ts';
import { formatWon } from '#shared/rules/price.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { MoneyField } from '#web/admin-kit/money/money-field.tsx';
import { useShowOrder } from '#web/features/orders/admin/use-show-order.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useAppForm } from '#web/lib/form.ts';
import { confirm, showMessage } from '#web/ui/ask.ts';
import { BankAccountFields } from '#web/ui/bank-account-fields.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { refundHint, refundOrPropose } from './refund-or-propose.ts';
import type { Outcome } from './refund-outcome.ts';
import { proposeGrant } from './refund-proposals-api.ts';
import { grantRefundRequest, refuseRefundRequest } from './refund-requests-api.ts';

type Props = { order: AdminOrder; request: AdminRefundRequest; onDecided: (outcome: Outcome) => void };

/** Grants or refuses a customer's refund request, each after a confirmation. */
export function RefundDecision(props: Props) {
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      <GrantForm {...props} />
      <RefuseForm {...props} />
    </div>
  );
}

/**
 * Sends the decision, which may end without one. If another admin was first, says so and shows the
 * order's new state.
 */
function useDecide(): (decide: () => Promise<AdminOrder | undefined>) => Promise<void> {
  const show = useShowOrder();
  const queryClient = useQueryClient();
  return async (decide) => {
    try {
      const decided = await decide();
      if (decided) show(decided);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'REFUND_REQUEST_CLOSED') throw error;
      await queryClient.invalidateQueries({ queryKey: ADMIN_KEY });
      await showMessage({ title: '환불 요청', message: error.message });
    }
  };
}

function policyHint({ amount, basis }: AdminRefundRequest): string {
  if (isExaminedByFirm(basis)) return '환불 정책으로 정해진 금액이 없습니다. 입대일과 제공한 서비스를 확인해주세요.';
  return `환불 정책에 따른 금액은 ${formatWon(amount)}입니다.`;
}

function GrantForm({ order, request, onDecided }: Props) {
  const decide = useDecide();
  const needsAccount = order.payment?.virtual_account !== undefined;
  const { form, field, submit, problem, isSubmitting } = useAppForm(grantSchema, {
    defaultValues: {
      // Empty if the policy gives no amount: the admin types it.
      ...(!isExaminedByFirm(request.basis) && { amount: Math.min(request.amount, order.refundable) }),
      note: '',
      ...(needsAccount && { account: { bank_code: '', number: '', holder: '' } }),
    },
    onSubmit: async (decision) => {
      await decide(async () => {
        const result = await refundOrPropose({
          order,
          amountWon: decision.amount,
          title: '환불 요청 승인',
          from: `주문 ${order.order_number}에서`,
          confirmLabel: '승인하고 환불',
          refund: () => grantRefundRequest(request.id, decision),
          propose: () => proposeGrant(request.id, decision),
        });
        if (!result) return undefined;
        const { order: changed, outcome } = result;
        const isOpen = changed.refund_requests.some(({ id, status }) => id === request.id && status === 'open');
        onDecided(isOpen ? outcome : { ...outcome, text: `요청을 승인했습니다. ${outcome.text}` });
        return changed;
      });
    },
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="환불 요청 승인" className="grid gap-3">
      <MoneyField
        control={form.control}
        name="amount"
        label="승인할 금액 (원)"
        hint={`${policyHint(request)} ${refundHint(order, order.refundable)}`}
      />
      <TextField {...field('note')} label="고객에게 알릴 말" isOptional autoComplete="off" />
      {needsAccount && <BankAccountFields field={(name) => field(`account.${name}`)} />}
      {problem && <Notice kind="danger">{problem}</Notice>}
      <Button type="submit" isBusy={isSubmitting} className="justify-self-start">
        승인
      </Button>
    </form>
  );
}

function RefuseForm({ order, request, onDecided }: Props) {
  const decide = useDecide();
  const { field, submit, problem, isSubmitting } = useAppForm(refuseSchema, {
    defaultValues: { note: '' },
    onSubmit: async (decision) => {
      const isAgreed = await confirm({
        title: '환불 요청 거절',
        message: `주문 ${order.order_number}의 환불 요청을 거절합니다. 사유는 고객에게 보이고 메일로도 갑니다.`,
        confirmLabel: '거절',
        isDangerous: true,
      });
      if (!isAgreed) return;
      await decide(async () => {
        const refused = await refuseRefundRequest(request.id, decision);
        onDecided({ kind: 'success', text: '환불 요청을 거절했습니다.' });
        return refused;
      });
    },
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="환불 요청 거절" className="grid gap-3">
      <TextField {...field('note')} label="거절 사유" hint="고객에게 보입니다." autoComplete="off" />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <Button type="submit" kind="secondary" isBusy={isSubmitting} className="justify-self-start">
        거절
      </Button>
    </form>
  );
}
