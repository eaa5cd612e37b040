import type { Order } from '#shared/features/orders/schemas.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { useAction } from '#web/lib/use-action.ts';
import { confirm } from '#web/ui/ask.ts';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { Notice } from '#web/ui/notice.tsx';
import { cancelOrder } from '../api.ts';
import { afterDeposit } from '../next-step.ts';
import { usePayForAgain } from '../pay-again.ts';
import { UnbrokenNumbers } from '../unbroken-numbers.tsx';
import { useShowOwnOrder } from '../use-show-own-order.ts';
import { VirtualAccountDetails } from './virtual-account-details.tsx';

/** The account to pay into and what follows, in one box; with the way back to a card. */
export function DepositBox({ order, says }: { order: Order; says?: string }) {
  const account = order.payment?.virtual_account;
  // Who may not read the money of the case has nothing to pay.
  if (!account || order.price === null) return null;
  return (
    <section
      aria-label="입금 안내"
      className="rounded-card border border-olive-700 bg-surface px-4 py-4 sm:px-6 sm:py-5"
    >
      {says && <p className="mb-3 font-semibold text-ink-900">{says}</p>}
      <VirtualAccountDetails account={account} priceWon={order.price} />
      <p className="mt-3 text-small tabular-nums">
        입금하시면 자동으로 확인하고 알려드립니다. <UnbrokenNumbers text={afterDeposit(order, serverNow())} />
      </p>
      <PayByCard order={order} />
    </section>
  );
}

/** Calls the account off first, so that the order is not paid twice. */
function PayByCard({ order }: { order: Order }) {
  const payForAgain = usePayForAgain();
  const showOrder = useShowOwnOrder();
  const { isBusy, problem, run } = useAction();
  const handleClick = async () => {
    const isAgreed = await confirm({
      title: '카드로 다시 결제하기',
      message: '이 계좌는 닫히니 입금하지 마세요. 신청 내용은 그대로 두고 결제창을 다시 엽니다.',
      confirmLabel: '카드로 결제하기',
      cancelLabel: '그대로 두기',
    });
    if (!isAgreed) return;
    await run(async () => {
      showOrder(await cancelOrder(order.id));
      await payForAgain(order);
    });
  };
  return (
    <>
      {problem && <Notice kind="danger">{problem}</Notice>}
      <button type="button" disabled={isBusy} onClick={() => void handleClick()} className={TEXT_LINK}>
        카드로 다시 결제하기
      </button>
    </>
  );
}
