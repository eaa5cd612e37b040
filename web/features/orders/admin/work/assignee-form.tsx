import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { lawyerName } from '#shared/format/lawyer-name.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { adminProfilesQuery } from '#web/features/admin-profiles/admin/api.ts';
import { assigneeOptions } from '#web/features/admin-profiles/admin/assignee-options.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { CONTROL_CLASS } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { adminOrderQuery } from '../api.ts';
import { useShowOrder } from '../use-show-order.ts';
import { assignOrder } from '../work-api.ts';

type Props = {
  order: AdminOrder;
  /** The administrator who looks at the page. */
  ownId: number | undefined;
};

/**
 * Who takes the case, chosen from those who take cases. A button confirms the choice: arrow keys
 * pass several names, and the new assignee gets a mail.
 */
export function AssigneeForm({ order: { id, assignee }, ownId }: Props) {
  const show = useShowOrder();
  const queryClient = useQueryClient();
  const { data: profiles, error } = useQuery(adminProfilesQuery);
  const { isBusy, problem, run } = useAction();
  const select = useRef<HTMLSelectElement>(null);
  const [picked, setPicked] = useState<string>();
  const [isDone, setDone] = useState(false);
  const current = assignee ? String(assignee.id) : '';
  const chosen = picked ?? current;
  const assign = async (userId: string) => {
    setDone(false);
    const user_id = userId === '' ? null : Number(userId);
    const isAssigned = await run(async () => show(await assignOrder(id, { user_id, seen: assignee?.id ?? null })));
    if (!isAssigned) {
      // Another administrator may have assigned it meanwhile; the choice stays.
      await queryClient.invalidateQueries({ queryKey: adminOrderQuery(String(id)).queryKey });
      return;
    }
    // A name that was picked meanwhile stays.
    setPicked((now) => (now === picked ? undefined : now));
    setDone(true);
    // The pressed button is gone.
    select.current?.focus();
  };
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void assign(chosen);
  };
  const options = assigneeOptions(profiles ?? [], assignee && { id: assignee.id, label: lawyerName(assignee) });
  const isTaker = profiles?.some((member) => member.id === ownId && member.takes_cases) ?? false;
  const failure = problem ?? error?.message;
  return (
    <form onSubmit={handleSubmit} className="grid w-full justify-items-start gap-1">
      <div className="flex w-full gap-2">
        <select
          ref={select}
          aria-label="담당"
          value={chosen}
          onChange={(event) => setPicked(event.target.value)}
          className={`${CONTROL_CLASS} min-w-0 pr-8`}
        >
          <option value="">미배정</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        {chosen !== current && (
          <Button type="submit" isBusy={isBusy} className="shrink-0">
            지정
          </Button>
        )}
      </div>
      {isTaker && assignee?.id !== ownId && chosen === current && (
        <button type="button" disabled={isBusy} onClick={() => void assign(String(ownId))} className={ADMIN_LINK}>
          내가 맡기
        </button>
      )}
      <p role="status" className="text-success empty:hidden">
        {isDone && '담당을 바꾸었습니다.'}
      </p>
      {failure && <Notice kind="danger">{failure}</Notice>}
    </form>
  );
}
