import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AssignedOrderAnswer } from '#shared/features/orders/work-schemas.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { adminLabel, adminProfilesQuery } from '#web/features/admin-profiles/admin/api.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { CONTROL_CLASS } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { assignOrders } from './api.ts';

type Props = {
  orderIds: readonly number[];
  onDone: (results: AssignedOrderAnswer[]) => void;
  onClear: () => void;
};

/** Gives the selected orders to an administrator, or takes them back. Stays at the lower edge. */
export function AssignOrders({ orderIds, onDone, onClear }: Props) {
  const queryClient = useQueryClient();
  const { data: profiles = [] } = useQuery(adminProfilesQuery);
  const { isBusy, problem, run } = useAction();
  const [assignee, setAssignee] = useState('');
  const handleAssign = () =>
    run(async () => {
      const userId = assignee === 'none' ? null : Number(assignee);
      const results = await assignOrders({ order_ids: [...orderIds], user_id: userId });
      await queryClient.invalidateQueries({ queryKey: ADMIN_KEY });
      onDone(results);
    });
  return (
    <section
      aria-label="선택한 주문"
      className="low:static sticky bottom-[calc(var(--bar)+12px)] z-20 grid gap-2 rounded border border-ink-500 bg-surface px-4 py-3 shadow-float"
    >
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="font-semibold text-ink-900 tabular-nums">{`${orderIds.length}건 선택`}</p>
        <label className="flex min-w-0 items-center gap-2">
          <span className="whitespace-nowrap">담당</span>
          <select
            value={assignee}
            onChange={(event) => setAssignee(event.target.value)}
            className={`${CONTROL_CLASS} pr-10`}
          >
            <option value="">선택해주세요</option>
            {profiles
              .filter(({ takes_cases }) => takes_cases)
              .map((member) => (
                <option key={member.id} value={member.id}>
                  {`${adminLabel(member)} (${member.open_cases}건)`}
                </option>
              ))}
            <option value="none">담당 없음</option>
          </select>
        </label>
        <Button disabled={assignee === ''} isBusy={isBusy} onClick={() => void handleAssign()}>
          지정
        </Button>
        <Button kind="secondary" disabled={isBusy} onClick={onClear}>
          선택 해제
        </Button>
      </div>
    </section>
  );
}
