import {
  type AdminOrderStep,
  type CreateStepBody,
  createStepBody,
  type ValidCreateStepBody,
} from '#shared/features/orders/work-schemas.ts';
import { formatDay } from '#shared/format/dates.ts';
import { StoredMeanwhile } from '#web/admin-kit/stored-meanwhile.tsx';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { DayField } from '#web/ui/dates/day-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';

type Props = {
  /** The form's name, for screen readers. */
  name: string;
  values: Required<Pick<CreateStepBody, 'title' | 'due_on' | 'note' | 'is_private' | 'filing'>>;
  submitLabel: string;
  onSubmit: (body: ValidCreateStepBody) => Promise<void>;
  /** The conflict of a step that is changed, which has been saved elsewhere meanwhile. */
  conflict?: { stored: AdminOrderStep; take: () => void } | undefined;
  onCancel?: () => void;
};

export const stepValues = ({ title, due_on, note, is_private, filing }: AdminOrderStep) => ({
  title,
  due_on: due_on ?? '',
  note,
  is_private,
  filing: filing === true,
});

const noteLabel = (isPrivate: boolean | undefined) => (isPrivate ? '설명' : '고객에게 보이는 설명');

/** Title, due date, note and privacy of a step; a new one can be typed after each saved one. */
export function StepForm({ name, values, submitLabel, onSubmit, conflict, onCancel }: Props) {
  const { form, field, submit, problem, isSubmitting } = useAppForm(createStepBody, {
    defaultValues: values,
    onSubmit: async (body) => {
      await onSubmit(body);
      if (onCancel) return;
      form.reset();
      form.setFocus('title');
    },
  });
  const isPrivate = form.watch('is_private');
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label={name} className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_180px]">
        <TextField {...field('title')} label="단계 이름" autoComplete="off" />
        <DayField {...field('due_on')} label="기한" isOptional />
      </div>
      <TextField {...field('note')} label={noteLabel(isPrivate)} isOptional autoComplete="off" />
      <Checkbox {...field('is_private')} label="비공개: 고객에게 보이지 않고 알리지 않습니다." />
      <Checkbox {...field('filing')} label="의뢰인 이름으로 제출: 수임계약서가 체결된 뒤에만 완료할 수 있습니다." />
      {conflict ? (
        <StoredMeanwhile
          stored={{
            '단계 이름': conflict.stored.title,
            기한: conflict.stored.due_on ? formatDay(conflict.stored.due_on) : '',
            [noteLabel(conflict.stored.is_private)]: conflict.stored.note,
            비공개: conflict.stored.is_private ? '예' : '아니요',
            '의뢰인 이름으로 제출': conflict.stored.filing ? '예' : '아니요',
          }}
          onTake={() => {
            form.reset(stepValues(conflict.stored));
            conflict.take();
          }}
        />
      ) : (
        problem && <Notice kind="danger">{problem}</Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isSubmitting}>
          {conflict ? '내 내용으로 저장' : submitLabel}
        </Button>
        {onCancel && (
          <Button kind="secondary" onClick={onCancel}>
            취소
          </Button>
        )}
      </div>
    </form>
  );
}
