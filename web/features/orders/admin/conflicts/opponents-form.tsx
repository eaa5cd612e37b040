import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { setOpponentsBody } from '#shared/features/orders/conflict-schemas.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { StoredMeanwhile } from '#web/admin-kit/stored-meanwhile.tsx';
import { useSeen } from '#web/admin-kit/use-seen.ts';
import { useAppForm } from '#web/lib/form.ts';
import { AreaField } from '#web/ui/area-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { adminOrderQuery } from '../api.ts';
import { setOpponents } from '../money-api.ts';
import { ConflictSearch } from './conflict-search.tsx';

/** One name a line. */
const opponentsForm = z.object({
  names: z
    .string()
    .transform((text) =>
      text
        .split('\n')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
    .pipe(setOpponentsBody.shape.names),
});

/** Names of the other side; their conflicts stand at the top of the page. */
export function OpponentsForm({ order: { id, opponents } }: { order: AdminOrder }) {
  const [isDone, setDone] = useState(false);
  const queryClient = useQueryClient();
  const readStored = async () => {
    const stored = await queryClient.fetchQuery({ ...adminOrderQuery(String(id)), staleTime: 0 });
    return stored.opponents;
  };
  const { conflict, save, takeStored } = useSeen(opponents, readStored);
  const { form, field, submit, problem, isSubmitting } = useAppForm(opponentsForm, {
    defaultValues: { names: opponents.join('\n') },
    onSubmit: async ({ names }) => {
      setDone(false);
      await save(async (seen) => {
        await setOpponents(id, { names, seen });
        return readStored();
      });
      await queryClient.invalidateQueries({ queryKey: ADMIN_KEY });
      setDone(true);
    },
  });
  return (
    <div className="grid gap-3">
      <form onSubmit={(event) => void submit(event)} noValidate aria-label="상대방" className="grid gap-3">
        <AreaField
          {...field('names')}
          label="상대방 이름"
          hint="한 줄에 한 명씩 적습니다. 관리자만 봅니다."
          isOptional
        />
        {conflict ? (
          <StoredMeanwhile
            stored={{ '상대방 이름': conflict.join('\n') }}
            onTake={() => form.reset({ names: takeStored()?.join('\n') ?? '' })}
          />
        ) : (
          problem && <Notice kind="danger">{problem}</Notice>
        )}
        {isDone && <Notice kind="success">상대방을 저장했습니다.</Notice>}
        <Button type="submit" kind="secondary" isBusy={isSubmitting} className="justify-self-start">
          {conflict ? '내 내용으로 저장' : '상대방 저장'}
        </Button>
      </form>
      <ConflictSearch />
    </div>
  );
}
