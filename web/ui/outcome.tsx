import { type ReactNode, useEffect, useRef } from 'react';

/**
 * Replaces a form after it was sent and says the outcome. Takes the focus, so that it is read out.
 */
export function Outcome({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="rounded-card border border-line bg-surface p-6">
      <h2
        ref={heading}
        tabIndex={-1}
        // Scrolling to it also shows the page's heading above.
        className="scroll-mt-48 text-h3 text-ink-900 outline-none"
      >
        {title}
      </h2>
      <div className="mt-2 grid gap-3">{children}</div>
    </section>
  );
}
