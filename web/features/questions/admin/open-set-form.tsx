import { useQuery } from '@tanstack/react-query';
import { openSetBody } from '#shared/features/questions/schemas.ts';
import { useReadCase } from '#web/features/casework/admin/use-read-case.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { DayField } from '#web/ui/dates/day-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { openSet, questionSetsQuery } from './api.ts';

type Props = { orderId: number; present: readonly string[]; onClose: () => void };

/** Asks a set that the case does not have. */
export function OpenSetForm({ orderId, present, onClose }: Props) {
  const readCase = useReadCase();
  const { data: sets = [], error } = useQuery(questionSetsQuery);
  const { field, submit, problem, isSubmitting } = useAppForm(openSetBody, {
    defaultValues: { set: '', due_on: '' },
    onSubmit: async (body) => {
      await openSet(orderId, body);
      await readCase();
      onClose();
    },
  });
  const options = sets
    .filter(({ set }) => !present.includes(set))
    .map(({ set, title }) => ({ value: set, label: title }));
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="질문지 추가" className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField {...field('set')} label="질문지" placeholder="질문지를 선택해주세요" options={options} />
        <DayField {...field('due_on')} label="언제까지" isOptional />
      </div>
      {(problem ?? error?.message) && <Notice kind="danger">{problem ?? error?.message}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isSubmitting}>
          보내기
        </Button>
        <Button kind="secondary" onClick={onClose}>
          취소
        </Button>
      </div>
    </form>
  );
}
