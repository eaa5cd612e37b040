import { type AnyRouter, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { latePart } from '#web/ui/late/late-part.tsx';
import { consentState, onConsent, useConsent } from './consent.ts';

const ConsentBar = latePart(async () => (await import('./consent-bar.tsx')).ConsentBar, { says: 'nowhere' });

/**
 * Loads the analytics code after the page's own: at once with consent, otherwise with the first
 * scroll or answer. Returns a function that stops it.
 */
function watchLater(router: AnyRouter): () => void {
  const isGranted = consentState() === 'granted';
  let isOver = false;
  let end = () => {};
  const begin = async () => {
    stopWaiting();
    // Without a network the visit is not measured.
    const code = await import('./watch-visit.ts').catch(() => undefined);
    // Earlier events were not consented to.
    if (code && !isOver) end = code.watchVisit(router, { withPast: isGranted });
  };
  const handleSign = () => void begin();
  const stopListening = onConsent(handleSign);
  window.addEventListener('scroll', handleSign, { passive: true });
  function stopWaiting(): void {
    stopListening();
    window.removeEventListener('scroll', handleSign);
  }
  if (isGranted) handleSign();
  return () => {
    isOver = true;
    stopWaiting();
    end();
  };
}

/** Rendered once per document: asks for consent where needed, and starts the measurement. */
export function Measurement() {
  const router = useRouter();
  const isUndecided = useConsent() === 'undecided';
  const isShop = useLocation({ select: ({ pathname }) => !pathname.startsWith('/admin') });

  useEffect(() => watchLater(router), [router]);

  return isUndecided && isShop && <ConsentBar />;
}
