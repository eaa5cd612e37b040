import type { ReactNode } from 'react';

/** `id` makes the section a target of `PageParts`. */
type Props = { id?: string; heading: string; lead?: string; action?: ReactNode; children: ReactNode };

/** A part of a page with its heading, and an action beside it. */
export function PageSection({ id, heading, lead, action, children }: Props) {
  return (
    <section id={id} aria-label={heading} className="mt-12 scroll-mt-14">
      <div className="mb-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h2 className="text-h3 text-ink-900">{heading}</h2>
          {action}
        </div>
        {lead && <p className="text-pretty text-small text-ink-500">{lead}</p>}
      </div>
      {children}
    </section>
  );
}
