import { useId, useState } from 'react';
import { z } from 'zod';
import { MAX_EXPORT_REASON } from '#shared/contract/admin-lists.ts';
import { requiredLine } from '#shared/contract/fields.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { download } from '#web/admin-kit/download.ts';
import { useAppForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';

const exportForm = z.object({ reason: requiredLine(MAX_EXPORT_REASON, '내려받는 이유를 입력해주세요.') });

type Props = {
  /** Of the dialog: what is downloaded. */
  title: string;
  urlOf: (reason: string) => string;
};

/** Downloads a list as it is filtered; the reason is kept in the audit log, as the law asks. */
export function ExportButton(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={ADMIN_LINK} onClick={() => setOpen(true)}>
        CSV 내려받기
      </button>
      {isOpen && <ExportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function ExportDialog({ title, urlOf, onClose }: Props & { onClose: () => void }) {
  const formId = useId();
  const { field, submit, problem, isSubmitting } = useAppForm(exportForm, {
    defaultValues: { reason: '' },
    onSubmit: async ({ reason }) => {
      await download(urlOf(reason));
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
          내려받기
        </Button>
      </div>
    </div>
  );
  return (
    <Dialog isOpen onClose={onClose} title={title} size="small" footer={footer}>
      <form id={formId} onSubmit={(event) => void submit(event)} noValidate aria-label={title}>
        <TextField
          {...field('reason')}
          label="내려받는 이유"
          hint="개인정보가 담긴 파일입니다. 이유는 감사 기록에 남습니다."
        />
      </form>
    </Dialog>
  );
}
