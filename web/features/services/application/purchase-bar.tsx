import { useEffect, useState } from 'react';
import { formatWon, type Plan } from '#shared/rules/price.ts';
import { Button } from '#web/ui/button.tsx';

function goToForm() {
  const form = document.getElementById('apply');
  form?.scrollIntoView();
  form?.focus({ preventScroll: true });
}

/**
 * On a phone: the price in a bar at the bottom that links to the form, until the form is on the
 * screen.
 */
export function PurchaseBar({ plan }: { plan: Plan | undefined }) {
  const [isFormReached, setFormReached] = useState(false);

  useEffect(() => {
    const form = document.getElementById('apply');
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
    <div className="purchase-bar fixed inset-x-0 bottom-0 z-20 flex items-center justify-between gap-4 border-line border-t bg-surface px-6 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] lg:hidden">
      <p className="font-bold text-h3 text-brass-600 tabular-nums">
        {plan ? formatWon(plan.price) : <span className="text-small text-ink-700">가격 정보가 없습니다</span>}
      </p>
      <Button onClick={goToForm}>신청서로 이동</Button>
    </div>
  );
}
