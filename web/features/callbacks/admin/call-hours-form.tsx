import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallbackCapacity } from '#shared/features/callbacks/schemas.ts';
import { CALL_DAYS, type CallDay } from '#shared/rules/work/callback-slots.ts';
import { StoredMeanwhile } from '#web/admin-kit/stored-meanwhile.tsx';
import { useSeen } from '#web/admin-kit/use-seen.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadError } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { capacityQuery, setCapacity } from './api.ts';
import { callHoursForm, toValues } from './call-hours-values.ts';

const DAY_LABELS: Record<CallDay, string> = {
  1: '월요일',
  2: '화요일',
  3: '수요일',
  4: '목요일',
  5: '금요일',
  6: '토요일',
};

/** The hours in which customers can book calls, by the day of the week. */
export function CallHoursForm() {
  const { data, error, refetch } = useQuery(capacityQuery);
  if (data) return <Form settings={data} />;
  if (error) return <LoadError subject="통화 시간" error={error} onRetry={() => void refetch()} />;
  return <Skeleton className="h-80 w-full max-w-md" />;
}

function Form({ settings }: { settings: CallbackCapacity }) {
  const queryClient = useQueryClient();
  const { conflict, save, takeStored } = useSeen(settings, () =>
    queryClient.fetchQuery({ ...capacityQuery, staleTime: 0 }),
  );
  const [isSaved, setSaved] = useState(false);
  const { form, field, submit, problem, isSubmitting } = useAppForm(callHoursForm, {
    defaultValues: toValues(settings.hours),
    onSubmit: async (hours) => {
      setSaved(false);
      // The places have a form of their own beside this one.
      const saved = await save((seen) =>
        setCapacity({ capacity: settings.capacity, hours, seen: { ...settings, hours: (seen ?? settings).hours } }),
      );
      queryClient.setQueryData(capacityQuery.queryKey, saved);
      form.reset(toValues(saved.hours));
      setSaved(true);
    },
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="통화 시간" className="grid max-w-md gap-3">
      <p className="text-ink-700">
        30분씩 예약을 받습니다. 하루를 나누려면 09:00-12:00, 13:00-18:00처럼 쉼표로 잇고, 받지 않는 요일은 비워 두세요.
        공휴일에는 받지 않습니다.
      </p>
      {CALL_DAYS.map((day) => (
        <TextField key={day} {...field(day)} label={DAY_LABELS[day]} autoComplete="off" />
      ))}
      {conflict ? (
        <StoredMeanwhile
          stored={Object.fromEntries(CALL_DAYS.map((day) => [DAY_LABELS[day], toValues(conflict.hours)[day]]))}
          onTake={() => form.reset(toValues((takeStored() ?? settings).hours))}
        />
      ) : (
        problem && <Notice kind="danger">{problem}</Notice>
      )}
      {isSaved && <Notice kind="success">저장했습니다.</Notice>}
      <Button type="submit" kind="secondary" isBusy={isSubmitting} className="justify-self-start">
        {conflict ? '내 내용으로 저장' : '통화 시간 저장'}
      </Button>
    </form>
  );
}
