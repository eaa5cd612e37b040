import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { setOpponentsBody } from '#shared/features/orders/conflict-schemas.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { useAppForm } from '#web/lib/form.ts';
import { AreaField } from '#web/ui/area-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { setOpponents } from './money-api.ts';

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
  const { field, submit, problem, isSubmitting } = useAppForm(opponentsForm, {
    defaultValues: { names: opponents.join('\n') },
    onSubmit: async ({ names }) => {
      setDone(false);
      await setOpponents(id, names);
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
        {problem && <Notice kind="danger">{problem}</Notice>}
        {isDone && <Notice kind="success">상대방을 저장했습니다.</Notice>}
        <Button type="submit" kind="secondary" isBusy={isSubmitting} className="justify-self-start">
          상대방 저장
        </Button>
      </form>
    </div>
  );
}
