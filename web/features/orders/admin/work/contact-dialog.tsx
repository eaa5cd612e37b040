import { useId } from 'react';
import { z } from 'zod';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { recordContactBody } from '#shared/features/orders/work-schemas.ts';
import { fromKoreanLocal, toKoreanLocal } from '#shared/format/korean-local.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { useAppForm } from '#web/lib/form.ts';
import { AreaField } from '#web/ui/area-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { DayField } from '#web/ui/dates/day-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useShowOrder } from '../use-show-order.ts';
import { recordContact } from '../work-api.ts';

const AT_MESSAGE = '연락한 시각이 올바르지 않습니다.';

const contactForm = z.object({
  at: z
    .string()
    .min(1, '연락한 시각을 입력해주세요.')
    .transform(fromKoreanLocal)
    .pipe(z.iso.datetime({ error: AT_MESSAGE })),
  note: recordContactBody.shape.note,
});

type Props = { order: AdminOrder; onClose: () => void };

/** Records a call that was made earlier, or with a note that only administrators read. */
export function ContactDialog({ order, onClose }: Props) {
  const formId = useId();
  const show = useShowOrder();
  const { field, submit, problem, isSubmitting } = useAppForm(contactForm, {
    defaultValues: { at: toKoreanLocal(serverNow()), note: '' },
    onSubmit: async (body) => {
      show(await recordContact(order.id, body));
      onClose();
    },
  });
  const footer = (
    <div className="grid gap-3 text-left">
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button kind="secondary" onClick={onClose}>
          취소
        </Button>
        <Button type="submit" form={formId} isBusy={isSubmitting}>
          저장
        </Button>
      </div>
    </div>
  );
  return (
    <Dialog isOpen onClose={onClose} title="연락 기록" size="small" footer={footer}>
      <form
        id={formId}
        onSubmit={(event) => void submit(event)}
        noValidate
        aria-label="연락 기록"
        className="grid gap-4"
      >
        <DayField {...field('at')} type="datetime-local" sentence={AT_MESSAGE} label="연락한 시각 (한국 시각)" />
        <AreaField {...field('note')} label="메모" hint="관리자만 봅니다." isOptional />
      </form>
    </Dialog>
  );
}
