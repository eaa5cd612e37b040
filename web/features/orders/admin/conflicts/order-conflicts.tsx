import { Link } from '@tanstack/react-router';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { Conflict } from '#shared/features/orders/conflict-schemas.ts';
import { workStateLabel } from '#shared/rules/work/work-state.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';

const ROLES: Record<Conflict['as'], string> = { customer: '고객', soldier: '군인', opponent: '상대방' };

/** Cases in which the opponents of this one, or its own people, stand on the other side. */
export function OrderConflicts({ order: { conflicts } }: { order: AdminOrder }) {
  if (conflicts.length === 0) return null;
  return (
    <section aria-label="이해 충돌" className="rounded border border-danger bg-surface px-4 py-3">
      <h2 className="font-semibold text-danger">이해 충돌 확인</h2>
      <p className="text-ink-700">이 사건의 상대방이나 의뢰인과 이름이 같은 사람이 다른 사건의 반대편에 있습니다.</p>
      <ConflictList label="이해 충돌" conflicts={conflicts} />
    </section>
  );
}

/** Cases in which a person takes part, and as what. */
export function ConflictList({ label, conflicts }: { label: string; conflicts: readonly Conflict[] }) {
  return (
    <ul aria-label={label} className="grid gap-1">
      {conflicts.map(({ order_id, order_number, as, name, state }) => (
        <li key={`${order_id} ${as} ${name}`}>
          <Link to="/admin/orders/$orderId" params={{ orderId: String(order_id) }} className={ADMIN_LINK}>
            {order_number}
          </Link>
          {` ${ROLES[as]} ${name}, ${workStateLabel(state)}`}
        </li>
      ))}
    </ul>
  );
}
