import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AdminService } from '#shared/features/services/admin-schemas.ts';
import { SERVICE_CATEGORIES } from '#shared/rules/service-category.ts';
import { AdminSection, Panel } from '#web/admin-kit/admin-page.tsx';
import { previewHtml } from '#web/admin-kit/rich-text/preview-html.ts';
import { SaveBar } from '#web/admin-kit/save-bar.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { BasicFields } from './basic-fields.tsx';
import { PriceFields } from './price-fields.tsx';
import { SectionFields } from './section-fields.tsx';
import { type PreviewedService, toPreview } from './service-form-values.ts';
import { type ServiceEditor, useServiceEditor } from './use-service-editor.ts';
import { VersionConflict } from './version-conflict.tsx';

type Props = {
  /** Undefined for a new service. */
  service?: AdminService;
  /** The service was created just now. */
  isCreated?: boolean;
  onCreated: (service: AdminService) => Promise<void>;
  /** Returns what the shop would show. */
  renderPreview: (service: PreviewedService) => ReactNode;
};

/** Wide enough for the form beside the reading column of the shop. */
const WIDE = '(min-width: 1280px)';

/** The form of a whole service, new or existing, with a live preview. */
export function ServiceForm({ service, isCreated = false, onCreated, renderPreview }: Props) {
  const editor = useServiceEditor({ service, isSavedBefore: isCreated, onCreated });
  const { form, field, submit, isSubmitting, conflict, isSaved, problem } = editor;
  const [isPreview, setPreview] = useState(() => window.matchMedia(WIDE).matches);
  const element = useFocusOnError(form.formState.submitCount, () => {
    // On a narrow window the preview covers the form.
    if (!window.matchMedia(WIDE).matches) setPreview(false);
  });
  const said = isSaved ? ({ kind: 'success', text: '저장했습니다.' } as const) : undefined;
  return (
    <form ref={element} onSubmit={(event) => void submit(event)} noValidate className="grid gap-6">
      <div className={`grid items-start gap-6 ${isPreview ? 'xl:grid-cols-[minmax(400px,1fr)_minmax(0,680px)]' : ''}`}>
        <div className={`min-w-0 gap-6 ${isPreview ? 'hidden xl:grid' : 'grid'}`}>
          <AdminSection title="기본 정보">
            <Panel>
              <BasicFields form={form} field={field} />
            </Panel>
          </AdminSection>
          <AdminSection title="가격">
            <Panel>
              <PriceFields form={form} field={field} />
            </Panel>
          </AdminSection>
          <AdminSection title="상세 설명">
            <Panel>
              <TextField
                {...field('description.title')}
                label="설명 제목"
                isOptional
                autoComplete="off"
                className="mb-4"
              />
              <SectionFields form={form} field={field} />
            </Panel>
          </AdminSection>
        </div>
        {isPreview && (
          <div
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
            tabIndex={0}
            className="xl:sticky xl:top-4 xl:max-h-[calc(100vh-96px)] xl:overflow-y-auto"
          >
            <AdminSection title="미리보기">
              <div className="min-w-0 rounded border border-line bg-paper p-4 text-body md:p-6">
                <Preview form={form} render={renderPreview} />
              </div>
            </AdminSection>
          </div>
        )}
      </div>
      <EditorNotices editor={editor} />
      <SaveBar
        isNew={service === undefined}
        isDirty={form.formState.isDirty}
        isBusy={isSubmitting}
        said={
          problem && !conflict ? { kind: 'danger', text: '저장하지 못했습니다. 표시된 항목을 확인해주세요.' } : said
        }
        hasSave={!conflict}
        preview={{ isOpen: isPreview, toggle: () => setPreview(!isPreview) }}
        onDiscard={editor.discard}
      />
    </form>
  );
}

/**
 * Moves the focus to the first invalid field after a failed attempt to save. The form's own way
 * cannot: the field may be in a section that opens only because of the error.
 */
function useFocusOnError(attempts: number, onFound: () => void) {
  const element = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt
  useEffect(() => {
    const invalid = attempts > 0 ? element.current?.querySelector<HTMLElement>('[aria-invalid="true"]') : undefined;
    if (!invalid) return;
    onFound();
    requestAnimationFrame(() => invalid.focus());
  }, [attempts]);
  return element;
}

function Preview({ form, render }: { form: ServiceEditor['form']; render: Props['renderPreview'] }) {
  const values = form.watch();
  const category = SERVICE_CATEGORIES.find((known) => known === values.category);
  return render({ ...toPreview(values, previewHtml), category });
}

/** Shows what is wrong, and what another administrator has saved. */
function EditorNotices({ editor }: { editor: ServiceEditor }) {
  const { conflict, details, problem } = editor;
  return (
    <>
      {conflict && <VersionConflict editor={editor} />}
      {!conflict && details && (
        <Notice kind="danger">
          {details.map((detail) => (
            <span key={detail} className="block">
              {detail}
            </span>
          ))}
        </Notice>
      )}
      {!conflict && !details && problem && <Notice kind="danger">{problem}</Notice>}
    </>
  );
}
