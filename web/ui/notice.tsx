import type { ReactNode } from 'react';

const KINDS = {
  danger: { className: 'border-danger text-danger', word: '오류' },
  success: { className: 'border-success text-success', word: '완료' },
  info: { className: 'border-info text-info', word: '안내' },
} as const;

/** A sentence about what just happened; errors are announced at once, the rest politely. */
export function Notice({ kind, children }: { kind: keyof typeof KINDS; children: ReactNode }) {
  const { className, word } = KINDS[kind];
  return (
    <div
      role={kind === 'danger' ? 'alert' : 'status'}
      className={`rounded border bg-surface px-4 py-3 text-small ${className}`}
    >
      <span className="mr-2 font-semibold">{word}</span>
      {children}
    </div>
  );
}
