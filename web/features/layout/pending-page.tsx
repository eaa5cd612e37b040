import { useRouter } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { PENDING_PAGE } from '#web/lib/scroll-rule.ts';
import { PageSpinner } from '#web/ui/spinner.tsx';

/** Stands where a page will be while the router loads it, and is seen also by who left the page before from far below. */
export function PendingPage() {
  const router = useRouter();
  useLayoutEffect(() => {
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
