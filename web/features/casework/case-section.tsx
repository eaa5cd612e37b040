import type { ReactNode } from 'react';

/** Scrolled to, a part stays below the header and the row of parts. */
export const BELOW_NAV = 'scroll-mt-14';

/** A part of the case room with its heading; the address can name it. */
export function CaseSection({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`${id}-heading`} id={id} className={`min-w-0 ${BELOW_NAV}`}>
      <h2 id={`${id}-heading`} className="mb-4 text-h3 text-ink-900">
        {heading}
      </h2>
      {children}
    </section>
  );
}
