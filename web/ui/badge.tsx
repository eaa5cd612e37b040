import type { ReactNode } from 'react';

const KINDS = {
  olive: 'bg-olive-100 text-olive-700',
  success: 'border border-success text-success',
  danger: 'border border-danger text-danger',
  info: 'border border-info text-info',
  quiet: 'border border-ink-500 text-ink-700',
} as const;

export type BadgeKind = keyof typeof KINDS;

/** A status as text; the colour only supports it. */
export function Badge({ kind, children }: { kind: BadgeKind; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center whitespace-nowrap rounded px-2 py-0.5 font-semibold text-caption ${KINDS[kind]}`}
    >
      {children}
    </span>
  );
}
