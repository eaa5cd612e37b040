import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import type { DayItem } from '#shared/features/day/schemas.ts';
import { formatDay } from '#shared/format/dates.ts';
import { CALL_OUTCOME_LABELS, CALL_OUTCOMES } from '#shared/rules/work/calls.ts';
import { PhoneLink } from '#web/admin-kit/phone-link.tsx';
import { usePermissions } from '#web/features/accounts/admin/use-permissions.ts';
import { adminOrderQuery } from '#web/features/orders/admin/api.ts';
import { rememberDialled } from '#web/features/orders/admin/dialled-order.ts';
import { nextAct } from '#web/features/orders/admin/next-act.ts';
import { AdminStatusBadge, WorkBadge } from '#web/features/orders/admin/order-status.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DayActButton, dayActOf, isCallItem } from './day-act-button.tsx';
import { DAY_KIND_LABELS, personOf } from './day-texts.ts';
import type { DayActs } from './use-day-acts.ts';

/** Acts that lead to the item's page themselves. */
const OPENS: ReadonlySet<string> = new Set(['open', 'answer']);

type Props = { item: DayItem; acts: DayActs; onCall: () => void };

/** The chosen case, for windows that are wide enough: who, what next, and the way to its page. */
export function DayBeside({ item, acts, onCall }: Props) {
  const { history } = useRouter();
  const maySeeOrders = mayDo(usePermissions(), 'orders');
  return (
    <aside
      aria-label="선택한 일"
      className="sticky top-6 hidden gap-3 rounded border border-line bg-surface p-4 xl:grid"
    >
      <h3 className="break-words text-h4 text-ink-900">{personOf(item)}</h3>
      <p className="break-words">
        {DAY_KIND_LABELS[item.kind]}: {item.title}
      </p>
      {item.assignee && <p className="text-ink-700">{`담당 ${item.assignee.name}`}</p>}
      {item.order_id !== null && maySeeOrders && <OrderFacts id={item.order_id} />}
      <div className="grid grid-cols-2 gap-2">
        <DayActButton item={item} acts={acts} onCall={onCall} kind="primary" className="only:col-span-2" />
        {!OPENS.has(dayActOf(item)) && (
          <Button kind="secondary" onClick={() => history.push(item.href)}>
            열기
          </Button>
        )}
      </div>
      {isCallItem(item) && (
        <p className="text-caption text-ink-500">
          {CALL_OUTCOMES.map((outcome, at) => `${at + 1} ${CALL_OUTCOME_LABELS[outcome]}`).join(', ')}
        </p>
      )}
      <p className="text-caption text-ink-500">j 다음, k 이전, Enter 열기, e 끝내기, h 미루기</p>
    </aside>
  );
}

function OrderFacts({ id }: { id: number }) {
  const { data: order, error } = useQuery(adminOrderQuery(String(id)));
  if (error) return <p className="text-danger">{error.message}</p>;
  if (!order) return <Skeleton className="h-40 w-full" />;
  const { fullname, user_id, phone } = order.user;
  const handleDial = () => rememberDialled({ id, name: fullname || user_id, phone });
  const steps = order.steps.filter(({ done_at }) => done_at === null);
  return (
    <>
      <p className="flex flex-wrap gap-2">
        {order.status === 'confirmed' && <WorkBadge state={order.work.state} />}
        <AdminStatusBadge status={order.status} />
      </p>
      <p className="break-words text-ink-900">{`${order.service.title} (${order.selected_plan})`}</p>
      <p className="tabular-nums">{order.order_number}</p>
      <p>
        <PhoneLink phone={order.user.phone} onDial={handleDial} />
        {order.contact_window && ` ${order.contact_window}`}
      </p>
      <p className="break-words font-semibold text-ink-900">{nextAct(order)}</p>
      {steps.length > 0 && (
        <ul aria-label="남은 단계" className="grid gap-1 border-line border-t pt-2">
          {steps.map(({ id: stepId, title, due_on }) => (
            <li key={stepId} className="flex justify-between gap-2">
              <span className="min-w-0 break-words">{title}</span>
              {due_on && <span className="shrink-0 text-ink-700 tabular-nums">{formatDay(due_on)}</span>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
