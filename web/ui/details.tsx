import type { ReactNode } from 'react';

/** Labels on the left, values on the right, as on a receipt. */
export function Details({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[104px_1fr] items-baseline gap-x-4 gap-y-2 text-small sm:grid-cols-[120px_1fr]">
      {children}
    </dl>
  );
}

export function DetailRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-500">{label}</dt>
      <dd className="min-w-0 text-ink-900">{children}</dd>
    </>
  );
}

/** An e-mail address that breaks before its `@` where the line is too short, not within its name. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  if (at < 1) return email;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
