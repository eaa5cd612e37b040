import { addStepsBody, type OrderResult } from '#shared/features/orders/work-schemas.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { DayField } from '#web/ui/dates/day-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { addSteps } from './selected-api.ts';

type Props = {
  orderIds: readonly number[];
  onClose: () => void;
  onDone: (results: OrderResult[]) => Promise<void>;
};

/** Adds one step to all selected cases. */
export function StepDialog({ orderIds, onClose, onDone }: Props) {
  const { form, field, submit, problem, isSubmitting } = useAppForm(addStepsBody, {
    defaultValues: { order_ids: [...orderIds], title: '', due_on: '', note: '', is_private: false },
    onSubmit: async (body) => onDone(await addSteps(body)),
  });
  return (
    <Dialog isOpen onClose={onClose} title={`주문 ${orderIds.length}건에 단계 추가`} size="small">
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        <TextField {...field('title')} label="단계 이름" autoComplete="off" />
        <DayField {...field('due_on')} label="기한" isOptional />
        <TextField
          {...field('note')}
          label={form.watch('is_private') ? '설명' : '고객에게 보이는 설명'}
          isOptional
          autoComplete="off"
        />
        <Checkbox {...field('is_private')} label="비공개: 고객에게 보이지 않고 알리지 않습니다." />
        {problem && <Notice kind="danger">{problem}</Notice>}
        <Button type="submit" isBusy={isSubmitting}>
          추가
        </Button>
      </form>
    </Dialog>
  );
}
