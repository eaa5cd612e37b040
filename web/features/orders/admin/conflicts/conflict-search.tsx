import { useState } from 'react';
import { type Conflict, conflictsQuery, MOST_CONFLICTS } from '#shared/features/orders/conflict-schemas.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { findConflicts } from '../money-api.ts';
import { ConflictList } from './order-conflicts.tsx';

type Found = { name: string; conflicts: readonly Conflict[] };

function countText({ name, conflicts: { length } }: Found): string {
  if (length < MOST_CONFLICTS) return `‘${name}’ ${length}건`;
  return `‘${name}’ 최근 ${MOST_CONFLICTS}건만 보입니다. 더 있을 수 있습니다.`;
}

/** Looks for a name among customers, soldiers and opponents of all cases, before one is taken. */
export function ConflictSearch() {
  const [found, setFound] = useState<Found>();
  const { field, submit, problem, isSubmitting } = useAppForm(conflictsQuery, {
    defaultValues: { name: '' },
    onSubmit: async ({ name }) => {
      setFound(undefined);
      setFound({ name, conflicts: await findConflicts(name) });
    },
  });
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label="이름으로 찾기"
      className="grid gap-3 border-line border-t pt-4"
    >
      <TextField
        {...field('name')}
        label="이름으로 찾기"
        hint="고객, 군인, 상대방의 이름을 모든 사건에서 찾습니다."
        autoComplete="off"
      />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <Button type="submit" kind="secondary" isBusy={isSubmitting} className="justify-self-start">
        찾기
      </Button>
      <div role="status" className="empty:hidden">
        {found && <p className="text-ink-900">{countText(found)}</p>}
      </div>
      {found && found.conflicts.length > 0 && <ConflictList label="찾은 사건" conflicts={found.conflicts} />}
    </form>
  );
}
