/** Reserves the space of content that is loading; `className` sets its size. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={`block animate-pulse rounded bg-line ${className}`} />;
}

/**
 * Says above its skeleton that something loads, visibly after half a second (contract §3). Takes no
 * space, so that nothing moves; its parent is positioned.
 */
export function LoadingWords({ children }: { children: string }) {
  return (
    <p className="shown-late absolute inset-x-0 top-3 z-10 px-4 text-center text-ink-700 text-small">{children}</p>
  );
}
