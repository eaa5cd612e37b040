import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type DeclaredHoliday, declaredHoliday } from '#shared/features/callbacks/schemas.ts';
import { formatDay } from '#shared/format/dates.ts';
import { useAppForm } from '#web/lib/form.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { DayField } from '#web/ui/dates/day-field.tsx';
import { LoadError } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { declareHoliday, holidaysQuery, removeHoliday } from './api.ts';

const EMPTY = { day: '', name: '' };

/** Holidays that the government declares at short notice, which administrators add and remove. */
export function HolidaysForm() {
  const { data, error, refetch } = useQuery(holidaysQuery);
  const queryClient = useQueryClient();
  const show = (holidays: DeclaredHoliday[]) => queryClient.setQueryData(holidaysQuery.queryKey, holidays);
  const { form, field, submit, problem, isSubmitting } = useAppForm(declaredHoliday, {
    defaultValues: EMPTY,
    onSubmit: async (holiday) => {
      show(await declareHoliday(holiday));
      form.reset(EMPTY);
    },
  });
  return (
    <div className="grid max-w-md gap-4">
      <p className="text-ink-700">
        설, 추석, 광복절 같은 법정 공휴일은 이미 들어 있습니다. 정부가 새로 정한 임시공휴일만 추가해주세요. 통화 예약,
        연락 약속, 환불 처리 기한이 그날을 건너뜁니다. 이미 한 약속과 예약은 바뀌지 않습니다.
      </p>
      {data && <HolidayList holidays={data} onChange={show} />}
      {error && <LoadError subject="임시공휴일" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-12 w-full" />}
      <form onSubmit={(event) => void submit(event)} noValidate aria-label="임시공휴일 추가" className="grid gap-3">
        <DayField {...field('day')} label="휴일 날짜" />
        <TextField {...field('name')} label="휴일 이름" autoComplete="off" />
        {problem && <Notice kind="danger">{problem}</Notice>}
        <Button type="submit" kind="secondary" isBusy={isSubmitting} className="justify-self-start">
          임시공휴일 추가
        </Button>
      </form>
    </div>
  );
}

function HolidayList({
  holidays,
  onChange,
}: {
  holidays: readonly DeclaredHoliday[];
  onChange: (holidays: DeclaredHoliday[]) => void;
}) {
  const { isBusy, problem, run } = useAction();
  if (holidays.length === 0) return <p className="text-ink-500">추가한 임시공휴일이 없습니다.</p>;
  return (
    <>
      <ul aria-label="임시공휴일" className="grid gap-2">
        {holidays.map(({ day, name }) => (
          <li key={day} className="flex items-center justify-between gap-3">
            <span>{`${formatDay(day)} ${name}`}</span>
            <Button
              kind="secondary"
              isBusy={isBusy}
              aria-label={`${name} 삭제`}
              onClick={() => void run(async () => onChange(await removeHoliday(day)))}
            >
              삭제
            </Button>
          </li>
        ))}
      </ul>
      {problem && <Notice kind="danger">{problem}</Notice>}
    </>
  );
}
