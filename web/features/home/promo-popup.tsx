import { useEffect, useState } from 'react';
import { isPromoShown, markPromoShown } from '#web/lib/storage/storage.ts';
import { latePart } from '#web/ui/late/late-part.tsx';
import { DESK_ID } from './situation-desk.tsx';

/** For a visitor who stays on the first screen. */
const DELAY_MS = 8000;

const PromoCard = latePart(async () => (await import('./promo-card.tsx')).PromoCard, { says: 'nowhere' });

/**
 * The book's popup: shown until it is closed once in this session, and not while `isHeld`. It comes once the
 * situation desk was scrolled past, which the visitor reads first, else after a while.
 */
export function PromoPopup({ isHeld }: { isHeld: boolean }) {
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (isHeld || isPromoShown()) return;
    const show = () => setOpen(true);
    const timer = setTimeout(show, DELAY_MS);
    const observer = new IntersectionObserver(([entry]) => {
      if (entry && !entry.isIntersecting && entry.boundingClientRect.bottom <= 0) show();
    });
    const desk = document.getElementById(DESK_ID);
    if (desk) observer.observe(desk);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [isHeld]);

  if (!isOpen) return null;
  const close = () => {
    markPromoShown();
    setOpen(false);
  };
  return <PromoCard onClose={close} />;
}
