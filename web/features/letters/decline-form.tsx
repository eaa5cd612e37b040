import { declineLetterBody } from '#shared/features/letters/schemas.ts';
import { useAppForm } from '#web/lib/form.ts';
import { AreaField } from '#web/ui/area-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { declineLetter } from './api.ts';

type Props = { orderId: number; title: string; onDeclined: () => Promise<void>; onClose: () => void };

/** Ends a document that the person does not want to sign. The firm reads the reason. */
export function DeclineForm({ orderId, title, onDeclined, onClose }: Props) {
  const { field, submit, problem, isSubmitting } = useAppForm(declineLetterBody, {
    defaultValues: { reason: '' },
    onSubmit: async (body) => {
      await declineLetter(orderId, body);
      await onDeclined();
    },
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label={`${title} 거절`} className="grid gap-4">
      <AreaField
        {...field('reason')}
        label="서명하지 않는 까닭"
        hint="담당자가 읽고 고친 문서를 다시 보내드립니다. 이 문서에는 더 서명할 수 없습니다."
        autoFocus
      />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="danger" isBusy={isSubmitting}>
          거절하기
        </Button>
        <Button kind="secondary" onClick={onClose}>
          취소
        </Button>
      </div>
    </form>
  );
}
