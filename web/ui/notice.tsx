import type { ReactNode } from 'react';

const KINDS = {
  danger: { className: 'border-danger text-danger', label: '오류' },
  success: { className: 'border-success text-success', label: '완료' },
  info: { className: 'border-info text-info', label: '안내' },
} as const;

/** A sentence about what just happened; errors are announced at once, the rest politely. */
export function Notice({ kind, children }: { kind: keyof typeof KINDS; children: ReactNode }) {
  const { className, label } = KINDS[kind];
  return (
    <div
      role={kind === 'danger' ? 'alert' : 'status'}
      className={`rounded border bg-surface px-4 py-3 text-small ${className}`}
    >
      <span className="mr-2 font-semibold">{label}</span>
      {children}
    </div>
  );
}
