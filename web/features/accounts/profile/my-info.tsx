import type { Account } from '#shared/features/accounts/schemas.ts';
import { formatDate } from '#shared/format/dates.ts';
import { formatPhone } from '#shared/format/phone.ts';
import { EmailText } from '#web/ui/details.tsx';

const NOT_GIVEN = '입력하지 않음';

/** The user's own account data. */
export function MyInfo({ user }: { user: Account }) {
  const rows = [
    ['아이디', user.user_id],
    ['이름', user.fullname || NOT_GIVEN],
    ['전화번호', user.phone ? formatPhone(user.phone) : NOT_GIVEN],
    ['이메일', user.email ? <EmailText key="email" email={user.email} /> : NOT_GIVEN],
    ['가입일', formatDate(user.created_at)],
  ] as const;
  return (
    <dl className="grid gap-x-8 rounded-card border border-line bg-surface px-5 py-3 sm:grid-cols-2">
      {rows.map(([label, value]) => (
        <div key={label} className="flex items-baseline gap-4 py-2">
          <dt className="w-16 shrink-0 text-small text-ink-500 sm:w-20">{label}</dt>
          <dd className="min-w-0 text-ink-900 tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
