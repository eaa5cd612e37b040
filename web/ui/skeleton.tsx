/** Keeps the place of something that still loads; `className` gives its size. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={`block animate-pulse rounded bg-line ${className}`} />;
}
