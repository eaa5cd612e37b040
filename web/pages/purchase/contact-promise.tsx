import { lawyerOf } from '#content/lawyers.ts';
import type { OrderCallback } from '#shared/features/orders/schemas.ts';
import { callPromise, contactPromise } from '#shared/format/contact-promise.ts';
import { contactDeadline } from '#shared/rules/business-days.ts';
import { UnbrokenNumbers } from '#web/features/orders/unbroken-numbers.tsx';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { useDeskHours } from '#web/lib/navigation/desk-hours.tsx';
import { LawyerLine } from '#web/ui/artwork/lawyer-line.tsx';

type Props = { serviceId: number; phone: string; call: OrderCallback | undefined };

/**
 * Who takes the case, and until when the firm calls after a payment now, at which number; at the chosen
 * time if there is one.
 */
export function ContactPromise({ serviceId, phone, call }: Props) {
  const hours = useDeskHours();
  const lawyer = lawyerOf(serviceId);
  const promise =
    call?.whom === 'buyer' ? callPromise(call, phone) : contactPromise(contactDeadline(serverNow(), hours), phone);
  return (
    <section aria-label="연락 안내" className="grid gap-2">
      {lawyer && <LawyerLine lawyer={lawyer} face={lawyer.face} isPlanned />}
      <p className="text-ink-900 tabular-nums">
        <UnbrokenNumbers text={`지금 결제하시면 ${promise}`} />
      </p>
    </section>
  );
}
