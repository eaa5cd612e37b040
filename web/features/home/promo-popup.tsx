import { lazy, Suspense, useEffect, useState } from 'react';
import { isPromoShown, markPromoShown, readPromoSnooze, writePromoSnooze } from '#web/lib/storage.ts';

const SNOOZE_MS = 7 * 24 * 60 * 60 * 1000;
/** Long enough for the page to paint and respond first. */
const DELAY_MS = 1500;

const PromoDialog = lazy(() => import('./promo-dialog.tsx').then((module) => ({ default: module.PromoDialog })));

/**
 * The book's popup: shown until it is closed once in this session, not at all while it is snoozed
 * for a week.
 */
export function PromoPopup() {
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (isPromoShown() || Date.now() < readPromoSnooze()) return;
    const timer = setTimeout(() => setOpen(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);

  if (!isOpen) return null;
  const close = () => {
    markPromoShown();
    setOpen(false);
  };
  const snooze = () => writePromoSnooze(Date.now() + SNOOZE_MS);
  return (
    <Suspense>
      <PromoDialog onClose={close} onSnooze={snooze} />
    </Suspense>
  );
}
