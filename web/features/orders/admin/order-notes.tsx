import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { addNoteBody } from '#shared/features/orders/admin-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { CONTROL_CLASS, Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { addOrderNote } from './api.ts';
import { useShowOrder } from './use-show-order.ts';

/** The admins' notes on an order, with a form for a new one. */
export function OrderNotes({ order }: { order: AdminOrder }) {
  return (
    <div className="grid gap-4">
      {order.notes.length > 0 && (
        <ul className="grid gap-3">
          {order.notes.map(({ id, text, isVisible, author, created_at }) => (
            <li key={id} className="border-line border-b pb-3">
              <p className="flex flex-wrap items-center gap-2 text-ink-500">
                <Badge kind={isVisible ? 'info' : 'quiet'}>{isVisible ? '고객 공개' : '내부'}</Badge>
                {`${author} ${formatDateTime(created_at)}`}
              </p>
              <p className="mt-1 whitespace-pre-line break-words text-ink-900">{text}</p>
            </li>
          ))}
        </ul>
      )}
      <NoteForm orderId={order.id} />
    </div>
  );
}

function NoteForm({ orderId }: { orderId: number }) {
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
