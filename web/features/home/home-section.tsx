import type { ReactNode } from 'react';

/**
 * One section of the home page: the content column, the vertical rhythm and a heading that names
 * the region.
 */
export function HomeSection(props: {
  id: string;
  heading: string;
  lead?: string;
  children: ReactNode;
  className?: string;
}) {
  const headingId = `${props.id}-heading`;
  return (
    <section aria-labelledby={headingId} className={`py-18 md:py-28 ${props.className ?? ''}`}>
      <div className="mx-auto max-w-page px-6">
        <h2 id={headingId} className="text-h2 text-ink-900">
          {props.heading}
        </h2>
        {props.lead && <p className="mt-3 max-w-[640px] text-ink-700">{props.lead}</p>}
        <div className="mt-10 md:mt-12">{props.children}</div>
      </div>
    </section>
  );
}
