import type { ReactNode } from 'react';

type Props = { id: string; label: string; value: string; onChange: (value: string) => void; children: ReactNode };

/** A labelled drop-down. The browser's own, because phones show it best. */
export function SelectField({ id, label, value, onChange, children }: Props) {
  return (
    <div>
      <label htmlFor={id} className="font-semibold text-[15px]/[24px] text-ink-900">
        {label}
      </label>
      <div className="relative mt-1.5">
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="h-12 w-full appearance-none truncate rounded border border-ink-500 bg-surface pr-11 pl-3.5 text-ink-900"
        >
          {children}
        </select>
        <svg
          viewBox="0 0 24 24"
          className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 fill-none stroke-ink-700"
          strokeWidth="1.75"
          aria-hidden="true"
        >
          <path d="m6 9 6 6 6-6" />
        </svg>
      </div>
    </div>
  );
}
