import { useHydrated } from '@tanstack/react-router';
import { FIRM } from '#content/firm.ts';
import type { Order } from '#shared/features/orders/schemas.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/sharing/copy-button.tsx';
import { nextStep } from '../next-step.ts';

/** Returns a message that names no service and no reason: it may appear on a lock screen. */
export function familyMessage(order: Order, now: Date): string {
  const step = nextStep({ ...order, contact_phone: '', soldier: null }, now);
  return [
    `${FIRM.centreName}에 신청하고 결제를 마쳤습니다.`,
    ...(step === undefined ? [] : [step]),
    `문의 ${FIRM.phone}, 주문 번호 ${order.order_number}`,
  ].join('\n');
}

/** Passes the news on to the family, by the device's own share sheet or as a text to paste. */
export function TellFamily({ order }: { order: Order }) {
  const isHydrated = useHydrated();
  const text = familyMessage(order, serverNow());
  const canShare = isHydrated && typeof navigator.share === 'function';
  // Closing the share sheet rejects, too.
  const handleShare = () => navigator.share({ text }).catch(() => undefined);
  return (
    <section aria-labelledby="family-heading" className="mt-10">
      <h2 id="family-heading" className="text-h3 text-ink-900">
        가족에게 알리기
      </h2>
      <p className="mt-3">언제 연락이 오는지 알리는 글입니다. 서비스 이름과 사유, 이름은 적지 않습니다.</p>
      <div className="mt-2 flex flex-wrap items-center gap-x-4">
        {canShare && (
          <Button kind="secondary" onClick={() => void handleShare()}>
            보내기
          </Button>
        )}
        <CopyButton text={text} subject="알리는 글" />
      </div>
    </section>
  );
}
