import type { ComponentProps, ReactNode } from 'react';

/** A table that scrolls sideways by itself where it is too wide. `caption` names it. */
export function Table({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
    <section tabIndex={0} aria-label={caption} className="overflow-x-auto">
      <table className="w-full border-collapse text-left text-[15px]/[24px]">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  );
}

export function HeadCell({ className = '', ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={`border-ink-900 border-b px-3 py-2.5 font-semibold text-ink-900 first:pl-0 last:pr-0 ${className}`}
    />
  );
}

export function Cell({ className = '', ...rest }: ComponentProps<'td'>) {
  return <td {...rest} className={`border-line border-b px-3 py-3 align-top first:pl-0 last:pr-0 ${className}`} />;
}
