import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { type CallbackCapacity, callbackCapacity } from '#shared/features/callbacks/schemas.ts';
import { MAX_CAPACITY } from '#shared/rules/work/callback-slots.ts';
import { StoredMeanwhile } from '#web/admin-kit/stored-meanwhile.tsx';
import { useSeen } from '#web/admin-kit/use-seen.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadError } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { capacityQuery, setCapacity } from './api.ts';

/** The field has text; a blank one is no number. */
const capacityForm = z.object({
  capacity: z
    .string()
    .trim()
    .transform((text) => (text === '' ? Number.NaN : Number(text)))
    .pipe(callbackCapacity.shape.capacity),
});

/** How many calls fit into one slot. */
export function CapacityForm() {
  const { data, error, refetch } = useQuery(capacityQuery);
  if (data) return <Form settings={data} />;
  if (error) return <LoadError subject="예약 인원" error={error} onRetry={() => void refetch()} />;
  return <Skeleton className="h-20 w-full max-w-md" />;
}

function Form({ settings }: { settings: CallbackCapacity }) {
  const queryClient = useQueryClient();
  const { conflict, save, takeStored } = useSeen(settings, () =>
    queryClient.fetchQuery({ ...capacityQuery, staleTime: 0 }),
  );
  const [isSaved, setSaved] = useState(false);
  const { form, field, submit, problem, isSubmitting } = useAppForm(capacityForm, {
    defaultValues: { capacity: String(settings.capacity) },
    onSubmit: async ({ capacity }) => {
      setSaved(false);
      // The hours have a form of their own beside this one.
      const saved = await save((seen) =>
        setCapacity({ capacity, seen: { ...settings, capacity: (seen ?? settings).capacity } }),
      );
      queryClient.setQueryData(capacityQuery.queryKey, saved);
      setSaved(true);
    },
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="예약 인원" className="grid max-w-md gap-3">
      <TextField
        {...field('capacity')}
        label="한 시간대에 받을 예약 (명)"
        type="number"
        inputMode="numeric"
        min={0}
        max={MAX_CAPACITY}
        hint="줄여도 이미 받은 예약은 그대로 남습니다. 0이면 새 예약을 받지 않습니다."
        action={
          <Button type="submit" kind="secondary" isBusy={isSubmitting} className="whitespace-nowrap">
            {conflict ? '내 내용으로 저장' : '저장'}
          </Button>
        }
      />
      {conflict ? (
        <StoredMeanwhile
          stored={{ '한 시간대에 받을 예약 (명)': String(conflict.capacity) }}
          onTake={() => form.reset({ capacity: String(takeStored()?.capacity) })}
        />
      ) : (
        problem && <Notice kind="danger">{problem}</Notice>
      )}
      {isSaved && <Notice kind="success">저장했습니다.</Notice>}
    </form>
  );
}
