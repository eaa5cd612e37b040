import { type ReactNode, useEffect, useRef } from 'react';

/** Takes the place of a form that was sent and says what came of it. The focus goes there, so that it is read out. */
export function Outcome({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="rounded-card border border-line bg-surface p-6">
      <h2
        ref={heading}
        tabIndex={-1}
        // Where it has to be scrolled to, the page's own heading above comes into view with it.
        className="scroll-mt-48 text-h3 text-ink-900 outline-none"
      >
        {title}
      </h2>
      <div className="mt-2 grid gap-3">{children}</div>
    </section>
  );
}
