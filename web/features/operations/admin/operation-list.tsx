import { Link, type LinkProps } from '@tanstack/react-router';
import type { Operation, OperationPart } from '#shared/features/operations/schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { Badge, type BadgeKind } from '#web/ui/badge.tsx';

type State = Operation['state'];

const PARTS: Readonly<Record<OperationPart, string>> = {
  mail: '메일',
  kakao: '알림톡',
  sms: '문자',
  payment: '결제',
  jobs: '예약 작업',
  backup: '백업',
  files: '파일',
  database: '데이터베이스',
};

const STATES: Readonly<Record<State, { label: string; badge: BadgeKind; edge: string }>> = {
  failed: { label: '장애', badge: 'danger', edge: 'border-l-danger' },
  warning: { label: '확인 필요', badge: 'info', edge: 'border-l-info' },
  off: { label: '꺼짐', badge: 'quiet', edge: 'border-l-ink-500' },
  ok: { label: '정상', badge: 'success', edge: 'border-l-success' },
};
/** The most urgent first. */
const ORDER = Object.keys(STATES);

/** Where a failure is looked at and tried again. */
const PLACES: Partial<Record<OperationPart, { label: string; link: LinkProps }>> = {
  mail: { label: '보내지 못한 메일 보기', link: { to: '/admin/mails', search: { state: 'failed' } } },
  kakao: {
    label: '보내지 못한 알림톡 보기',
    link: { to: '/admin/notices', search: { state: 'failed', channel: 'kakao' } },
  },
  sms: { label: '보내지 못한 문자 보기', link: { to: '/admin/notices', search: { state: 'failed', channel: 'sms' } } },
  payment: { label: '결제 대사 보기', link: { to: '/admin/differences' } },
};

/** Every part of the running shop: its state, the cause and effect, and what to do. */
export function OperationList({ operations }: { operations: readonly Operation[] }) {
  const sorted = operations.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  return (
    <ul aria-label="운영 상태" className="grid gap-3">
      {sorted.map((operation) => (
        <OperationItem key={operation.part} operation={operation} />
      ))}
    </ul>
  );
}

function OperationItem({ operation: { part, state, since, text, todo } }: { operation: Operation }) {
  const { label, badge, edge } = STATES[state];
  const place = state === 'failed' || state === 'warning' ? PLACES[part] : undefined;
  return (
    <li
      className={`grid gap-x-6 gap-y-2 rounded border border-line border-l-4 bg-surface px-4 py-3 md:grid-cols-[160px_1fr] ${edge}`}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 md:block">
        <h2 className="font-semibold text-ink-900 md:mb-1">{PARTS[part]}</h2>
        <Badge kind={badge}>{label}</Badge>
        {since && <p className="text-caption text-ink-500 md:mt-1">{`${formatDateTime(since)}부터`}</p>}
      </div>
      <div className="grid content-start gap-1">
        <p className="text-ink-900">{text}</p>
        {todo && <p className="text-ink-700">{`할 일: ${todo}`}</p>}
        {place && (
          <Link {...place.link} className={`${ADMIN_LINK} justify-self-start`}>
            {place.label}
          </Link>
        )}
      </div>
    </li>
  );
}
