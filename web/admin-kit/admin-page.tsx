import type { ReactNode } from 'react';

type Props = { title: string; action?: ReactNode; children: ReactNode };

/** Heading and content of one admin page. */
export function AdminPage({ title, action, children }: Props) {
  return (
    <div className="mx-auto max-w-[1280px] px-4 py-5 md:px-8 md:py-7">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-title text-ink-900">{title}</h1>
        {action}
      </header>
      <div className="mt-5 grid gap-6">{children}</div>
    </div>
  );
}

/** A section of a page, with its heading. */
export function AdminSection({ title, action, children }: Props) {
  return (
    <section aria-label={title} className="min-w-0">
      <div className="mb-2 flex min-h-10 flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-h4 text-ink-900">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

export function Panel({ children }: { children: ReactNode }) {
  return <div className="rounded border border-line bg-surface p-4">{children}</div>;
}

/** A link of the admin area; high enough for a thumb on a phone. */
export const ADMIN_LINK =
  'inline-flex min-h-11 items-center font-semibold text-olive-700 underline underline-offset-4 md:min-h-7';
