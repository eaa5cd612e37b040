import { type AnyRouter, useLocation, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { consentState, onConsent, useConsent } from './consent.ts';

const ConsentBar = lazy(() => import('./consent-bar.tsx').then((module) => ({ default: module.ConsentBar })));

/**
 * Loads what watches a visit behind the page's own code: at once where it is agreed to, otherwise with the first thing there is to watch,
 * a scroll or an answer. Returns how to end it.
 */
function watchLater(router: AnyRouter): () => void {
  const isGranted = consentState() === 'granted';
  let isOver = false;
  let end = () => {};
  const begin = async () => {
    stopWaiting();
    const { watchVisit } = await import('./watch-visit.ts');
    // What came before an answer was not agreed to.
    if (!isOver) end = watchVisit(router, { withPast: isGranted });
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

/** Stands once in the document: asks for consent where that is needed, and has the visit watched. */
export function Measurement() {
  const router = useRouter();
  const isUndecided = useConsent() === 'undecided';
  const isShop = useLocation({ select: ({ pathname }) => !pathname.startsWith('/admin') });

  useEffect(() => watchLater(router), [router]);

  return (
    isUndecided &&
    isShop && (
      <Suspense>
        <ConsentBar />
      </Suspense>
    )
  );
}
