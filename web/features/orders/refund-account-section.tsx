import { useEffect, useId, useRef, useState } from 'react';
import type { Order } from '#shared/features/orders/schemas.ts';
import type { RefundAccount } from '#shared/features/payments/refund-schemas.ts';
import { bankName } from '#shared/platform/banks.ts';
import { formatWon } from '#shared/rules/price.ts';
import { latePart } from '#web/ui/late/late-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Has a form, whose code loads on demand. */
const RefundAccountForm = latePart(async () => (await import('./refund-account-form.tsx')).RefundAccountForm, {
  pending: <Skeleton className="h-[340px] w-full" />,
  says: 'in place',
});

type Props = {
  order: Order;
  /** Heading level, by the heading above the section. */
  heading: 'h2' | 'h4';
};

type Sent = { account: RefundAccount; amountWon: number };

/**
 * Asks for the account that an order's money is refunded to: a deposit on a virtual account, unlike
 * a card payment, cannot be cancelled. Confirms the account afterwards. Renders nothing if no
 * refund waits for an account.
 */
export function RefundAccountSection({ order, heading: Heading }: Props) {
  const [sent, setSent] = useState<Sent>();
  const headingId = useId();
  const amountWon = order.refund?.awaits_account ?? 0;
  if (amountWon === 0) return sent ? <SentAccount sent={sent} /> : null;
  return (
    <section
      aria-labelledby={headingId}
      className="rounded-card border border-olive-700 bg-surface px-4 py-4 sm:px-6 sm:py-5"
    >
      <Heading id={headingId} className="text-h4 text-ink-900">
        환불받으실 계좌를 알려주세요
      </Heading>
      <p className="mt-2 text-small">
        입금하신 금액 가운데 결제에 쓰이지 않은{' '}
        <strong className="font-semibold text-brass-600 tabular-nums">{formatWon(amountWon)}</strong>을 돌려드립니다.
        가상계좌로 입금하신 돈은 알려주신 계좌로만 보낼 수 있습니다.
      </p>
      <div className="mt-5">
        <RefundAccountForm order={order} amountWon={amountWon} onSent={(account) => setSent({ account, amountWon })} />
      </div>
    </section>
  );
}

/** Replaces the form, so it takes the focus. */
function SentAccount({ sent: { account, amountWon } }: { sent: Sent }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div
      ref={place}
      role="status"
      tabIndex={-1}
      className="scroll-mt-24 rounded-card border border-success bg-surface px-4 py-4 sm:px-6 sm:py-5"
    >
      <p className="font-semibold text-success">계좌를 받았습니다</p>
      <p className="mt-2 text-small">
        {`${bankName(account.bank_code)} ${account.number} (예금주 ${account.holder}) 계좌로 ${formatWon(amountWon)}의 환불을 진행합니다. 끝나면 메일로 알려드립니다.`}
      </p>
    </div>
  );
}
