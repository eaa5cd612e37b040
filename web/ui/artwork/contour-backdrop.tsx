/**
 * The topographic contour drawing, the site's only ornament, as a layer in the (positioned) parent
 * in its text colour. Drawn as a mask, so that one cached file serves every colour.
 */
export function ContourBackdrop({ className = '' }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={`pointer-events-none absolute inset-0 bg-current [mask-image:url(/images/contours.svg)] [mask-position:center] [mask-repeat:no-repeat] [mask-size:cover] ${className}`}
    />
  );
}
