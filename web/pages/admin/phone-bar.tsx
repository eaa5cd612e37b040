import { Link, useRouter } from '@tanstack/react-router';
import { mayOpen } from '#web/admin-kit/admin-pages.ts';
import { usePermissions } from '#web/features/accounts/admin/use-permissions.ts';

const ITEM =
  'flex min-h-14 grow basis-0 items-center justify-center text-ink-700 text-small aria-[current=page]:font-semibold aria-[current=page]:text-olive-700';

const PLACES = [
  { to: '/admin', label: '오늘' },
  { to: '/admin/chat', label: '상담' },
  { to: '/admin/orders', label: '사건' },
] as const;

/** The places of a day at the thumb on a phone; `--bar` is its height for what sticks above it. */
export function PhoneBar({ onSearch }: { onSearch: (() => void) | undefined }) {
  const router = useRouter();
  const permissions = usePermissions();
  return (
    <nav
      aria-label="빠른 메뉴"
      className="tight:hidden fixed inset-x-0 bottom-0 z-20 flex low:hidden border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {PLACES.filter(({ to }) => mayOpen(router, permissions, to)).map(({ to, label }) => (
        <Link key={to} to={to} activeOptions={{ exact: to === '/admin', includeSearch: false }} className={ITEM}>
          {label}
        </Link>
      ))}
      {onSearch && (
        <button type="button" aria-haspopup="dialog" onClick={onSearch} className={ITEM}>
          찾기
        </button>
      )}
    </nav>
  );
}
