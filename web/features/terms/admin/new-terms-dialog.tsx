import { useId } from 'react';
import type { AdminTerms } from '#shared/features/terms/admin-schemas.ts';
import { confirm } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TermsFields } from './terms-fields.tsx';
import { useTermsEditor } from './use-terms-editor.ts';

type Props = { onClose: () => void; onCreated: (terms: AdminTerms) => Promise<void> };

function askToClose(): Promise<boolean> {
  return confirm({
    title: '저장하지 않은 약관',
    message: '저장하지 않은 약관이 있습니다. 이 창을 닫으면 사라집니다.',
    confirmLabel: '닫기',
    cancelLabel: '계속 편집',
    isDangerous: true,
  });
}

/** A new terms text, written without leaving the page. Mounted while it is open. */
export function NewTermsDialog({ onClose, onCreated }: Props) {
  const formId = useId();
  const editor = useTermsEditor({ terms: undefined, onCreated });
  const { form, submit, isSubmitting, problem } = editor;
  const close = async () => {
    if (isSubmitting || (form.formState.isDirty && !(await askToClose()))) return;
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={() => void close()}
      title="새 약관"
      size="large"
      isSheet
      footer={
        <span className="flex justify-end gap-2">
          <Button kind="secondary" onClick={() => void close()}>
            취소
          </Button>
          <Button type="submit" form={formId} isBusy={isSubmitting}>
            저장하고 선택
          </Button>
        </span>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          // React passes the event on to the form of the page, which holds this dialog.
          event.stopPropagation();
          void submit(event);
        }}
        className="grid gap-4"
      >
        <TermsFields editor={editor} isNew />
        {problem && <Notice kind="danger">{problem}</Notice>}
      </form>
    </Dialog>
  );
}
