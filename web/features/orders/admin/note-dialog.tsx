import { useRef } from 'react';
import { addNoteBody } from '#shared/features/orders/admin-schemas.ts';
import { useAppForm } from '#web/lib/form.ts';
import { AreaField } from '#web/ui/area-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { addOrderNote } from './api.ts';
import { useShowOrder } from './use-show-order.ts';

type Props = { orderId: number; isVisible: boolean; onClose: () => void };

/** By who reads the note: its name, a sentence that says so, and the frame of its field. */
const KINDS = {
  private: { name: '내부 메모', readers: '담당자만 읽습니다.', frame: 'border-brass-600 border-dashed bg-paper' },
  visible: {
    name: '공개 메모',
    readers: '고객이 진행 내역에서 읽습니다. 따로 알리지는 않습니다.',
    frame: 'border-olive-600 bg-olive-100',
  },
} as const;

/** Writes a note on an order: for administrators alone, or for the customer too. */
export function NoteDialog({ orderId, isVisible, onClose }: Props) {
  const show = useShowOrder();
  const first = useRef<HTMLTextAreaElement>(null);
  const { field, submit, problem, isSubmitting } = useAppForm(addNoteBody, {
    defaultValues: { text: '', isVisible },
    onSubmit: async (request) => {
      show(await addOrderNote(orderId, request));
      onClose();
    },
  });
  const { name, readers, frame: colours } = KINDS[isVisible ? 'visible' : 'private'];
  const { ref, ...text } = field('text');
  return (
    <Dialog isOpen onClose={onClose} title={name} initialFocus={first}>
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-3">
        <div className={`rounded border px-3 pt-2 pb-3 ${colours}`}>
          <AreaField
            {...text}
            ref={(area) => {
              ref(area);
              first.current = area;
            }}
            label="메모 내용"
            hint={readers}
            rows={4}
          />
        </div>
        {problem && <Notice kind="danger">{problem}</Notice>}
        <Button type="submit" isBusy={isSubmitting} className="justify-self-start">
          메모 남기기
        </Button>
      </form>
    </Dialog>
  );
}
