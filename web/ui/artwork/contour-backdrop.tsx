/**
 * The topographic contour drawing, the site's one ornament, laid over its (positioned) parent in the text colour.
 * A mask, so that one cached file serves every colour.
 */
export function ContourBackdrop({ className = '' }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={`pointer-events-none absolute inset-0 bg-current [mask-image:url(/images/contours.svg)] [mask-position:center] [mask-repeat:no-repeat] [mask-size:cover] ${className}`}
    />
  );
}
