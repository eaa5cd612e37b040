import { useEffect, useState } from 'react';
import { isPromoShown, markPromoShown, readPromoSnooze, writePromoSnooze } from '#web/lib/storage/storage.ts';
import { latePart } from '#web/ui/late/late-part.tsx';

const SNOOZE_MS = 7 * 24 * 60 * 60 * 1000;
/** Long enough for the page to paint and respond first. */
const DELAY_MS = 1500;

const PromoCard = latePart(async () => (await import('./promo-card.tsx')).PromoCard, { says: 'nowhere' });

/**
 * The book's popup: shown until it is closed once in this session, not at all while it is snoozed
 * for a week, and not while `isHeld`.
 */
export function PromoPopup({ isHeld }: { isHeld: boolean }) {
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (isHeld || isPromoShown() || Date.now() < readPromoSnooze()) return;
    const timer = setTimeout(() => setOpen(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);

  if (!isOpen) return null;
  const close = () => {
    markPromoShown();
    setOpen(false);
  };
  const snooze = () => {
    writePromoSnooze(Date.now() + SNOOZE_MS);
    close();
  };
  return <PromoCard onClose={close} onSnooze={snooze} />;
}
