import { useRouter } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { notePendingPage, PENDING_PAGE } from '#web/lib/navigation/pending-page.ts';
import { PageSpinner } from '#web/ui/spinner.tsx';

/**
 * Shown while the router loads the next page; also after leaving a long page from far below the
 * fold.
 */
export function PendingPage() {
  const router = useRouter();
  useLayoutEffect(() => {
    notePendingPage();
    const { location, resolvedLocation } = router.state;
    const isLeaving = resolvedLocation !== undefined && resolvedLocation.pathname !== location.pathname;
    if (isLeaving) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [router]);
  return (
    <div {...{ [PENDING_PAGE]: '' }}>
      <PageSpinner />
    </div>
  );
}
