import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { z } from 'zod';
import type { OrderRefund } from '#shared/features/orders/refund-schemas.ts';
import type { Order } from '#shared/features/orders/schemas.ts';
import { requestRefundBody } from '#shared/features/payments/refund-schemas.ts';
import { REFUND_BUSINESS_DAYS, refundAmountText } from '#shared/rules/payments/refund-policy.ts';
import { formatWon } from '#shared/rules/price.ts';
import { useAppForm } from '#web/lib/form.ts';
import { forgetEntries, readKeptEntries, useKeepEntries } from '#web/lib/storage/kept-entries.ts';
import { Button } from '#web/ui/button.tsx';
import { DetailRow, Details } from '#web/ui/details.tsx';
import { DialogWindow } from '#web/ui/dialog-window.tsx';
import { CONTROL_CLASS, Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ordersQuery, requestRefund } from './api.ts';
import { useShowOwnOrder } from './use-show-own-order.ts';

const BLANK = { reason: '' };
const KEPT_FIELDS = ['reason'] as const;
const keptEntries = z.object({ reason: z.string() });

type Props = {
  order: Order;
  policy: NonNullable<OrderRefund['policy']>;
  isOpen: boolean;
  onClose: () => void;
  /** The button that opened the dialog is gone after the request. */
  returnFocusTo: () => HTMLElement | null;
};

/**
 * Says what the refund policy gives and why, asks for the customer's reason, and requests the
 * refund.
 */
export function RefundDialog({ order, policy, isOpen, onClose, returnFocusTo }: Props) {
  const formId = useId();
  const showOrder = useShowOwnOrder();
  const queryClient = useQueryClient();
  const keptAs = `refund-${order.id}`;
  const [kept] = useState(() => readKeptEntries(keptAs, keptEntries));
  const { form, field, submit, problem, setProblem, isSubmitting } = useAppForm(requestRefundBody, {
    defaultValues: kept ?? BLANK,
    onSubmit: async (request) => {
      try {
        showOrder(await requestRefund(order.id, request));
      } catch (error) {
        // The order has changed since this page loaded it, or it is unknown whether the request
        // arrived.
        void queryClient.invalidateQueries({ queryKey: ordersQuery.queryKey });
        throw error;
      }
      handleClose();
    },
  });
  useKeepEntries(form, keptAs, KEPT_FIELDS);
  const handleClose = () => {
    form.reset(BLANK);
    forgetEntries(keptAs);
    setProblem(undefined);
    onClose();
  };
  const { error, ...reason } = field('reason');
  const footer = (
    <div className="grid gap-3 text-left">
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div className="grid grid-cols-2 gap-3">
        <Button kind="secondary" onClick={handleClose}>
          취소
        </Button>
        <Button type="submit" form={formId} isBusy={isSubmitting}>
          환불 요청하기
        </Button>
      </div>
    </div>
  );
  return (
    <DialogWindow
      isOpen={isOpen}
      onClose={handleClose}
      title="환불 요청"
      footer={footer}
      returnFocusTo={returnFocusTo}
      isSheet
    >
      <form id={formId} onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
        <Details>
          <DetailRow label="서비스">{order.service_title}</DetailRow>
          {order.paid_price !== null && (
            <DetailRow label="결제 금액">
              <span className="tabular-nums">{formatWon(order.paid_price)}</span>
            </DetailRow>
          )}
          <DetailRow label="환불 정책에 따른 금액">
            <span className="font-semibold text-brass-600 tabular-nums">{refundAmountText(policy)}</span>
          </DetailRow>
        </Details>
        <p className="rounded bg-olive-100 px-4 py-3 text-small text-ink-900">{policy.reason}</p>
        <Field label="환불 사유 (필수)" error={error} className="[&_[aria-live]]:min-h-[30px]">
          {(control) => (
            <textarea
              {...control}
              {...reason}
              aria-required
              rows={4}
              className={`${CONTROL_CLASS} min-h-[112px] scroll-mb-12 py-2`}
            />
          )}
        </Field>
        <p className="text-small">
          담당자가 확인하여 접수한 날부터 {REFUND_BUSINESS_DAYS}영업일 이내에 처리합니다. 결정되기 전에는 요청을
          철회하실 수 있습니다.
          {order.payment?.virtual_account && ' 환불받으실 계좌는 담당자가 연락드려 여쭙습니다.'}
        </p>
      </form>
    </DialogWindow>
  );
}
