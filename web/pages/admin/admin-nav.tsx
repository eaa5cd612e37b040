import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import { safeReturnTo } from '#shared/platform/return-to.ts';
import { MENU_GROUPS, menuOf } from '#web/admin-kit/admin-pages.ts';
import { usePermissions } from '#web/features/accounts/admin/use-permissions.ts';
import { badgesQuery } from '#web/features/desk/admin/badges-query.ts';

/** How often the numbers beside the links are read again. */
const REFRESH_MS = 60_000;

const ITEM =
  'flex min-h-11 w-full items-center rounded md:min-h-9 px-3 text-left text-small text-paper/85 hover:bg-paper/10 hover:text-paper aria-[current=page]:bg-paper/10 aria-[current=page]:font-semibold aria-[current=page]:text-brass-300';

/** Shows what waits behind a link; nothing where nothing does. */
function Count({ count }: { count: number | undefined }) {
  if (!count) return null;
  return (
    <span className="ml-auto rounded-full bg-brass-300 px-2 font-semibold text-caption text-ink-950 tabular-nums">
      {count.toLocaleString('ko-KR')}
      <span className="sr-only">건 대기</span>
    </span>
  );
}

/** Links of one group below its name; nothing without a link. */
function MenuGroup({ label, children }: { label: string; children: readonly ReactNode[] }) {
  const id = useId();
  if (children.length === 0) return null;
  return (
    <li className="mt-1">
      <p id={id} className="px-3 py-1 text-caption text-paper/60">
        {label}
      </p>
      <ul aria-labelledby={id} className="grid">
        {children}
      </ul>
    </li>
  );
}

type Props = {
  id: string;
  className: string;
  /** Logging out: nothing is read any more. */
  isLeaving: boolean;
  /** Only for those who may search. */
  onSearch: (() => void) | undefined;
  /** Shows the keys. */
  onHelp: () => void;
  /** Called when a link was followed. */
  onLeave: () => void;
  onLogOut: () => void;
};

/** The menu of the admin area. */
export function AdminNav({ id, className, isLeaving, onSearch, onHelp, onLeave, onLogOut }: Props) {
  const permissions = usePermissions();
  const router = useRouter();
  const pages = menuOf(router, permissions);
  const isCounted = !isLeaving && mayDo(permissions, 'any');
  const { data: badges } = useQuery({ ...badgesQuery, refetchInterval: REFRESH_MS, enabled: isCounted });
  return (
    <nav id={id} aria-label="관리자 메뉴" className={className}>
      <ul className="grid gap-1">
        {onSearch && (
          <li>
            <button
              type="button"
              aria-haspopup="dialog"
              aria-keyshortcuts="Control+K Meta+K"
              onClick={onSearch}
              className={`${ITEM} justify-between border border-paper/30`}
            >
              바로 찾기
              <span aria-hidden="true" className="text-caption text-paper/70">
                Ctrl K
              </span>
            </button>
          </li>
        )}
        {Object.entries(MENU_GROUPS).map(([group, label]) => (
          <MenuGroup key={group} label={label}>
            {pages
              .filter((page) => page.group === group)
              .map(({ to, title, badge }) => (
                <li key={to}>
                  {/* Every address of the administration begins with the dashboard's. */}
                  <Link
                    to={to}
                    activeOptions={{ exact: to === '/admin', includeSearch: false }}
                    onClick={onLeave}
                    className={ITEM}
                  >
                    {title}
                    <Count count={badge && badges?.[badge]} />
                  </Link>
                </li>
              ))}
          </MenuGroup>
        ))}
        <li className="mt-2 border-paper/15 border-t pt-2">
          <Link to="/profile/second-factor" search={{ from: safeReturnTo('/admin') }} className={ITEM}>
            2단계 인증
          </Link>
        </li>
        <li className="hidden md:block">
          <button
            type="button"
            aria-haspopup="dialog"
            aria-keyshortcuts="?"
            onClick={onHelp}
            className={`${ITEM} justify-between`}
          >
            단축키
            <span aria-hidden="true" className="text-caption text-paper/70">
              ?
            </span>
          </button>
        </li>
        <li>
          <button type="button" onClick={onLogOut} className={ITEM}>
            로그아웃
          </button>
        </li>
      </ul>
    </nav>
  );
}
