import { type ReactNode, useState } from 'react';
import type { AdminTerms } from '#shared/features/terms/admin-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { AdminSection, Panel } from '#web/admin-kit/admin-page.tsx';
import { previewHtml } from '#web/admin-kit/rich-text/preview-html.ts';
import { SaveBar } from '#web/admin-kit/save-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TermsFields } from './terms-fields.tsx';
import { type TermsEditor, useTermsEditor } from './use-terms-editor.ts';

type Props = {
  /** Undefined for a new text. */
  terms?: AdminTerms;
  onCreated: (terms: AdminTerms) => Promise<void>;
  /** Returns what the shop would show of the text. */
  renderText: (html: string) => ReactNode;
};

/** The form of a terms text: a new one, or the next version. */
export function TermsForm({ terms, onCreated, renderText }: Props) {
  const editor = useTermsEditor({ terms, onCreated });
  const { form, submit, isSubmitting } = editor;
  const [isPreview, setPreview] = useState(false);
  const { isDirty } = form.formState;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-6">
      <Panel>
        <TermsFields editor={editor} isNew={terms === undefined} />
      </Panel>
      <Outcome editor={editor} renderText={renderText} />
      {isPreview && (
        <AdminSection title="미리보기">
          <Panel>{renderText(previewHtml(form.watch('html')))}</Panel>
        </AdminSection>
      )}
      <SaveBar
        isNew={terms === undefined}
        isDirty={isDirty}
        isBusy={isSubmitting}
        said={saidOf(editor)}
        saveLabel={terms ? '새 버전으로 저장' : '저장'}
        hasSave={!editor.conflict}
        canSave={terms === undefined || isDirty}
        preview={{ isOpen: isPreview, toggle: () => setPreview(!isPreview) }}
        onDiscard={editor.discard}
      />
    </form>
  );
}

function saidOf({ savedVersion }: TermsEditor): { kind: 'success'; text: string } | undefined {
  if (savedVersion === undefined) return undefined;
  return { kind: 'success', text: `저장했습니다(버전 ${savedVersion}). 새 신청부터 적용됩니다.` };
}

/** Shows what is wrong, and what another administrator has saved. */
function Outcome({ editor, renderText }: { editor: TermsEditor; renderText: Props['renderText'] }) {
  const { conflict, problem, isSubmitting } = editor;
  if (conflict) {
    return (
      <div className="grid gap-4">
        <Notice kind="info">
          <p>
            {`다른 관리자가 ${formatDateTime(conflict.created_at)}에 먼저 저장했습니다(버전 ${conflict.version}). 지금 입력한 내용은 위에 그대로 있습니다. 아래의 저장된 내용과 비교해주세요.`}
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button kind="secondary" onClick={editor.takeStored}>
              저장된 내용 불러오기
            </Button>
            <Button type="submit" kind="danger" isBusy={isSubmitting}>
              내 내용을 다음 버전으로 저장
            </Button>
          </div>
        </Notice>
        <AdminSection title={`저장된 내용 (버전 ${conflict.version}, ${conflict.title})`}>
          <Panel>{renderText(conflict.html)}</Panel>
        </AdminSection>
      </div>
    );
  }
  return problem && <Notice kind="danger">{problem}</Notice>;
}
