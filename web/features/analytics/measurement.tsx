import { useLocation, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useConsent } from './consent.ts';

const ConsentBar = lazy(() => import('./consent-bar.tsx').then((module) => ({ default: module.ConsentBar })));

/** Stands once in the document: asks for consent where that is needed, and loads what watches a visit behind the page's own code. */
export function Measurement() {
  const router = useRouter();
  const isUndecided = useConsent() === 'undecided';
  const isShop = useLocation({ select: ({ pathname }) => !pathname.startsWith('/admin') });

  useEffect(() => {
    let end = () => {};
    let isOver = false;
    void import('./watch-visit.ts').then(({ watchVisit }) => {
      if (!isOver) end = watchVisit(router);
    });
    return () => {
      isOver = true;
      end();
    };
  }, [router]);

  return (
    isUndecided &&
    isShop && (
      <Suspense>
        <ConsentBar />
      </Suspense>
    )
  );
}
