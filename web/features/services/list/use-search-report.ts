import { useEffect } from 'react';
import { reportSearch } from '#web/lib/analytics/page-analytics.ts';

/** How long a term must be unchanged before it is reported (spec §9). */
const REPORT_DELAY_MS = 1000;

/** Reports a trimmed, non-empty search term to analytics once it is unchanged for a while. */
export function useSearchReport(term: string) {
  const trimmed = term.trim();
  useEffect(() => {
    if (trimmed === '') return;
    const timer = setTimeout(() => reportSearch(trimmed), REPORT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [trimmed]);
}
