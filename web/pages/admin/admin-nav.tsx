import { Link } from '@tanstack/react-router';

const LINKS = [
  { to: '/admin', label: '대시보드', isExact: true },
  { to: '/admin/services', label: '서비스 관리', isExact: false },
  { to: '/admin/terms', label: '약관 관리', isExact: false },
  { to: '/admin/users', label: '회원 관리', isExact: false },
  { to: '/admin/orders', label: '주문 관리', isExact: false },
  { to: '/admin/refund-requests', label: '환불 요청', isExact: false },
  { to: '/admin/differences', label: '결제 대사', isExact: false },
  { to: '/admin/mails', label: '메일 관리', isExact: false },
  { to: '/admin/audit', label: '감사 기록', isExact: false },
  { to: '/admin/chat', label: '채팅 상담', isExact: false },
] as const;

const ITEM =
  'flex min-h-11 w-full items-center rounded px-3 text-left text-small text-paper/85 hover:bg-paper/10 hover:text-paper aria-[current=page]:bg-paper/10 aria-[current=page]:font-semibold aria-[current=page]:text-brass-300';

type Props = {
  id: string;
  className: string;
  /** Called when a link was followed. */
  onLeave: () => void;
  onLogOut: () => void;
};

/** The menu of the admin area. */
export function AdminNav({ id, className, onLeave, onLogOut }: Props) {
  return (
    <nav id={id} aria-label="관리자 메뉴" className={className}>
      <ul className="grid gap-1">
        {LINKS.map(({ to, label, isExact }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ exact: isExact, includeSearch: false }} onClick={onLeave} className={ITEM}>
              {label}
            </Link>
          </li>
        ))}
        <li className="mt-2 border-paper/15 border-t pt-2">
          <button type="button" onClick={onLogOut} className={ITEM}>
            로그아웃
          </button>
        </li>
      </ul>
    </nav>
  );
}
