import { useEffect, useState } from 'react';

/** How long a failing call is retried in silence. */
const SILENT_MS = 2000;

type FailingQuery = {
  isPending: boolean;
  error: Error | null;
  /** Why the last attempt failed, while the query is retried. */
  failureReason: Error | null;
};

/**
 * Why a query has no data: its final error or, after two seconds, what its retries fail with.
 * Retries with growing pauses take up to 10 seconds, too long for a page that shows nothing.
 */
export function useKnownProblem({ isPending, error, failureReason }: FailingQuery): Error | undefined {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setLate(true), SILENT_MS);
    return () => clearTimeout(timer);
  }, [isPending]);
  if (error) return error;
  return isPending && isLate ? (failureReason ?? undefined) : undefined;
}
