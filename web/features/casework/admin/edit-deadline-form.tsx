import { type Deadline, type DeadlineSeen, updateDeadlineBody } from '#shared/features/casework/schemas.ts';
import { formatDay } from '#shared/format/dates.ts';
import { lastDayOf } from '#shared/rules/work/legal-deadlines.ts';
import { isDay } from '#shared/text/day.ts';
import { StoredMeanwhile } from '#web/admin-kit/stored-meanwhile.tsx';
import { useSeen } from '#web/admin-kit/use-seen.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { DayField } from '#web/ui/dates/day-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { readCaseOrder, updateDeadline } from './api.ts';
import { useReadCase } from './use-read-case.ts';

const seenOf = ({ title, starts_on, last_day }: Deadline): DeadlineSeen => ({ title, starts_on, last_day });

type Props = { orderId: number; deadline: Deadline; onClose: () => void };

/** Changes a deadline; a day that changes has to be confirmed again. */
export function EditDeadlineForm({ orderId, deadline, onClose }: Props) {
  const { id, kind } = deadline;
  const readCase = useReadCase();
  const { conflict, save, takeStored } = useSeen(seenOf(deadline), async () => {
    const stored = (await readCaseOrder(orderId)).deadlines.find((one) => one.id === id);
    return stored && seenOf(stored);
  });
  const { form, field, submit, problem, isSubmitting } = useAppForm(updateDeadlineBody, {
    defaultValues: seenOf(deadline),
    onSubmit: async (body) => {
      await save(async (seen) => seenOf(await updateDeadline(orderId, id, { ...body, seen })));
      await readCase();
      onClose();
    },
  });
  const { onChange, ...startsOn } = field('starts_on');
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label={`${deadline.title} 수정`}
      className="@container grid gap-3"
    >
      <TextField {...field('title')} label="이름" autoComplete="off" autoFocus />
      <div className="grid gap-3 @md:grid-cols-2">
        <DayField
          {...startsOn}
          label="시작하는 날"
          hint="처분이나 결정을 받은 날입니다."
          onChange={async (event) => {
            await onChange(event);
            const day = form.getValues('starts_on') ?? '';
            if (kind !== 'other' && isDay(day)) form.setValue('last_day', lastDayOf(kind, day));
          }}
        />
        <DayField {...field('last_day')} label="마지막 날" />
      </div>
      <p className="text-ink-700">날을 바꾸면 변호사가 다시 확인해야 합니다.</p>
      {conflict ? (
        <StoredMeanwhile
          stored={{
            이름: conflict.title,
            '시작하는 날': formatDay(conflict.starts_on),
            '마지막 날': formatDay(conflict.last_day),
          }}
          onTake={() => form.reset(takeStored())}
        />
      ) : (
        problem && <Notice kind="danger">{problem}</Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isSubmitting}>
          {conflict ? '내 내용으로 저장' : '저장'}
        </Button>
        <Button kind="secondary" onClick={onClose}>
          취소
        </Button>
      </div>
    </form>
  );
}
