import { Link } from '@tanstack/react-router';
import { FIRM } from '#content/firm.ts';
import { faceOf, lawyerOf } from '#content/lawyers.ts';
import type { Order } from '#shared/features/orders/schemas.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { LawyerLine } from '#web/ui/artwork/lawyer-line.tsx';
import { LINK_IN_TEXT } from '#web/ui/button-class.ts';
import { DepositBox } from './deposit/deposit-box.tsx';
import { awaitsDeposit, nextStep } from './next-step.ts';
import { UnbrokenNumbers } from './unbroken-numbers.tsx';

/**
 * Who has the case, what happens next, who to call, and where to correct the number that the firm
 * will call; for a deposit the account to pay into.
 */
export function OrderNextStep({ order }: { order: Order }) {
  const step = nextStep(order, serverNow());
  if (step === undefined) return null;
  if (awaitsDeposit(order)) return <DepositBox order={order} says={step} />;
  const isCallAhead =
    order.status === 'confirmed' &&
    order.work?.state === 'waiting' &&
    order.refund !== null &&
    order.refund.request?.status !== 'open';
  return (
    <div className="border-brass-600 border-l-2 pl-4 text-small">
      <CaseLawyer order={order} />
      <p className="font-semibold text-ink-900 tabular-nums">
        <UnbrokenNumbers text={step} />
      </p>
      <p className="mt-1 flex flex-wrap gap-x-4">
        <a href={`tel:${FIRM.phone}`} className={`${LINK_IN_TEXT} inline-flex min-h-11 items-center md:min-h-8`}>
          {FIRM.phone}
        </a>
        {isCallAhead && (
          <Link to="/profile/edit" className={`${LINK_IN_TEXT} inline-flex min-h-11 items-center md:min-h-8`}>
            연락받을 번호 바꾸기
          </Link>
        )}
      </p>
    </div>
  );
}

/** The assigned lawyer; before that, for a paid order, the one who takes such cases. */
function CaseLawyer({ order: { work, status, service_id } }: { order: Order }) {
  const assigned = work?.lawyer;
  const lawyer = assigned ?? (work && status === 'confirmed' ? lawyerOf(service_id) : undefined);
  if (!lawyer) return null;
  return (
    <div className="mb-2">
      <LawyerLine lawyer={lawyer} face={faceOf(lawyer.name)} isPlanned={!assigned} />
    </div>
  );
}
