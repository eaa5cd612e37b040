import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderResult } from '#shared/features/orders/work-schemas.ts';
import { adminLabel, adminProfilesQuery } from '#web/features/admin-profiles/admin/api.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { CONTROL_CLASS } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { assignOrders } from './selected-api.ts';

type Props = { orderIds: readonly number[]; onDone: (results: OrderResult[]) => Promise<void> };

/** Gives the selected orders to an administrator, or takes them back. */
export function AssignSelected({ orderIds, onDone }: Props) {
  const { data: profiles = [] } = useQuery(adminProfilesQuery);
  const { isBusy, problem, run } = useAction();
  const [assignee, setAssignee] = useState('');
  const handleAssign = () =>
    run(async () => {
      const userId = assignee === 'none' ? null : Number(assignee);
      await onDone(await assignOrders({ order_ids: [...orderIds], user_id: userId }));
    });
  return (
    <>
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
      {problem && <Notice kind="danger">{problem}</Notice>}
    </>
  );
}
