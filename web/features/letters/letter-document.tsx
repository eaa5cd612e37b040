import { useTrustedHtml } from '#web/lib/trusted-html.ts';

const PARTS =
  '[&_h2]:text-h3 [&_h2]:text-ink-900 [&_h3]:mt-7 [&_h3]:font-semibold [&_h3]:text-ink-900 [&_*+p]:mt-3 [&_strong]:text-ink-900';
const LISTS = '[&_li]:mt-1.5 [&_ol]:mt-3 [&_ol]:list-decimal [&_ol]:pl-6';
const TABLE =
  '[&_dl]:mt-5 [&_dl]:grid [&_dl]:gap-x-4 [&_dl]:border-line [&_dl]:border-y [&_dl]:py-4 sm:[&_dl]:grid-cols-[140px_1fr] sm:[&_dl]:gap-y-2 [&_dt]:text-ink-500 [&_dt]:text-small max-sm:[&_dd+dt]:mt-2 [&_dd]:text-ink-900';

/** A letter as it is signed: the HTML that the server has fixed and hashed, and nothing else. */
export function LetterDocument({ title, html }: { title: string; html: string }) {
  const trusted = useTrustedHtml(html);
  return (
    <article
      aria-label={title}
      className={`break-words rounded-card border border-line bg-surface px-5 py-7 md:px-10 md:py-10 ${PARTS} ${LISTS} ${TABLE}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made by the server of escaped texts
      dangerouslySetInnerHTML={trusted}
    />
  );
}
