import { addNoteBody } from '#shared/features/orders/admin-schemas.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { CONTROL_CLASS, Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { addOrderNote } from './api.ts';
import { useShowOrder } from './use-show-order.ts';

/** Writes a note on an order: for administrators alone, or for the customer too. */
export function NoteForm({ orderId }: { orderId: number }) {
  const show = useShowOrder();
  const { form, field, submit, problem, isSubmitting } = useAppForm(addNoteBody, {
    defaultValues: { text: '', isVisible: false },
    onSubmit: async (request) => {
      show(await addOrderNote(orderId, request));
      form.reset();
    },
  });
  const { error, ...text } = field('text');
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-1">
      <Field label="메모 내용" error={error}>
        {(control) => <textarea {...control} {...text} rows={3} className={`${CONTROL_CLASS} min-h-[88px] py-2`} />}
      </Field>
      <Checkbox {...field('isVisible')} label="고객의 진행 내역에 공개합니다." />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <Button type="submit" kind="secondary" isBusy={isSubmitting} className="justify-self-start">
        메모 남기기
      </Button>
    </form>
  );
}
