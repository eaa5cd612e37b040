import { useEffect, useState } from 'react';
import { FIRM } from '#content/firm.ts';
import { formatWon, type Plan } from '#shared/rules/price.ts';
import { OfficeTimes } from '#web/lib/navigation/desk-hours.tsx';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { APPLY_ID } from './choice.ts';

function goToForm() {
  const form = document.getElementById(APPLY_ID);
  form?.scrollIntoView();
  form?.focus({ preventScroll: true });
}

/**
 * On a phone upright: the price in a bar at the bottom that links to the form, until the form is on the
 * screen.
 */
export function PurchaseBar({ plan }: { plan: Plan | undefined }) {
  const [isFormReached, setFormReached] = useState(false);

  useEffect(() => {
    const form = document.getElementById(APPLY_ID);
    if (!form) return;
    // Below the form is the footer, which the bar must not cover: once passed, the form counts as
    // reached.
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setFormReached(entry.isIntersecting || entry.boundingClientRect.top < 0);
    });
    observer.observe(form);
    return () => observer.disconnect();
  }, []);

  if (isFormReached) return null;
  return (
    <div className="purchase-bar fixed inset-x-0 bottom-0 z-20 flex items-center justify-between gap-4 border-line border-t bg-surface px-6 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] low:hidden lg:hidden">
      {plan ? (
        <>
          <p className="min-w-0">
            <span className="block truncate text-ink-700 text-small">{plan.name}</span>
            <span className="block font-bold text-h4 text-brass-600 tabular-nums">{formatWon(plan.price)}</span>
          </p>
          <Button onClick={goToForm} className="shrink-0">
            신청하기
          </Button>
        </>
      ) : (
        <>
          <p className="text-small">
            <span className="block font-semibold text-ink-900">상담 후 비용 안내</span>
            <span className="block text-ink-700">
              <OfficeTimes />
            </span>
          </p>
          <a href={`tel:${FIRM.phone}`} className={buttonClass('primary', 'shrink-0')}>
            전화하기
          </a>
        </>
      )}
    </div>
  );
}
