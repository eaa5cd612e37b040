import { createDeadlineBody } from '#shared/features/casework/schemas.ts';
import { formatDay } from '#shared/format/dates.ts';
import {
  type DeadlineKind,
  LEGAL_DEADLINE_KINDS,
  LEGAL_DEADLINES,
  lastDayOf,
} from '#shared/rules/work/legal-deadlines.ts';
import { isDay } from '#shared/text/day.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { DayField } from '#web/ui/dates/day-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { createDeadline } from './api.ts';
import { useReadCase } from './use-read-case.ts';

const KINDS = [
  ...LEGAL_DEADLINE_KINDS.map((kind) => ({
    value: kind,
    label: `${LEGAL_DEADLINES[kind].title} (${LEGAL_DEADLINES[kind].law})`,
  })),
  { value: 'other', label: '그 밖' },
];

const titleOf = (kind: DeadlineKind) => (kind === 'other' ? '' : LEGAL_DEADLINES[kind].title);

/** Adds a deadline: by a period of the law, or with a last day that staff name. */
export function DeadlineForm({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const readCase = useReadCase();
  const { form, field, submit, problem, isSubmitting } = useAppForm(createDeadlineBody, {
    defaultValues: { kind: 'discipline_appeal', title: titleOf('discipline_appeal'), starts_on: '', last_day: null },
    onSubmit: async (body) => {
      await createDeadline(orderId, body);
      await readCase();
      onClose();
    },
  });
  const [kind, startsOn] = form.watch(['kind', 'starts_on']);
  const { onChange, ...kindField } = field('kind');
  const computed = kind !== 'other' && isDay(startsOn) ? lastDayOf(kind, startsOn) : undefined;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="기한 추가" className="@container grid gap-3">
      <SelectField
        {...kindField}
        label="종류"
        options={KINDS}
        onChange={async (event) => {
          await onChange(event);
          form.setValue('title', titleOf(form.getValues('kind')));
          // A day that was typed for another kind is not sent.
          form.setValue('last_day', null);
        }}
      />
      <TextField {...field('title')} label="이름" autoComplete="off" />
      <div className="grid gap-3 @md:grid-cols-2">
        <DayField {...field('starts_on')} label="시작하는 날" hint="처분이나 결정을 받은 날입니다." />
        {kind === 'other' && <DayField {...field('last_day')} label="마지막 날" />}
      </div>
      {computed && (
        <p role="status" className="text-ink-900 tabular-nums">
          {`법이 정한 기간으로 계산한 마지막 날: ${formatDay(computed)}`}
        </p>
      )}
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isSubmitting}>
          추가하기
        </Button>
        <Button kind="secondary" onClick={onClose}>
          취소
        </Button>
      </div>
    </form>
  );
}
