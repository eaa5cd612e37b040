import { type ReactNode, useState } from 'react';
import type { AdminService } from '#shared/features/services/admin-schemas.ts';
import type { ServiceDetail } from '#shared/features/services/schemas.ts';
import { SERVICE_CATEGORIES, serviceCategoryLabel } from '#shared/rules/service-category.ts';
import { AdminSection, Panel } from '#web/features/admin-kit/admin-page.tsx';
import { AreaField } from '#web/features/admin-kit/area-field.tsx';
import { previewHtml } from '#web/features/admin-kit/preview-html.ts';
import { wonOf } from '#web/features/admin-kit/won-of.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { PlanFields } from './plan-fields.tsx';
import { SectionFields } from './section-fields.tsx';
import { toPreview } from './service-form-values.ts';
import { type ServiceEditor, useServiceEditor } from './use-service-editor.ts';
import { VersionConflict } from './version-conflict.tsx';

const CATEGORIES = SERVICE_CATEGORIES.map((value) => ({ value, label: serviceCategoryLabel(value) }));

type Props = {
  /** Undefined for a new service. */
  service?: AdminService;
  onCreated: (service: AdminService) => Promise<void>;
  /** What the shop would show. */
  renderPreview: (service: ServiceDetail) => ReactNode;
};

/** The form of a whole service, new or existing. */
export function ServiceForm({ service, onCreated, renderPreview }: Props) {
  const editor = useServiceEditor({ service, onCreated });
  const { form, field, submit, isSubmitting, conflict } = editor;
  const [isPreview, setPreview] = useState(false);
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-6">
      <AdminSection title="기본 정보">
        <Panel>
          <BasicFields form={form} field={field} />
        </Panel>
      </AdminSection>
      <AdminSection title="가격">
        <Panel>
          <TextField
            {...form.register('price.original_price', { setValueAs: wonOf })}
            error={field('price.original_price').error}
            label="정가 (원)"
            isOptional
            inputMode="numeric"
            autoComplete="off"
            className="mb-4 sm:max-w-[320px]"
          />
          <PlanFields form={form} field={field} />
        </Panel>
      </AdminSection>
      <AdminSection title="상세 설명">
        <Panel>
          <TextField {...field('description.title')} label="설명 제목" isOptional autoComplete="off" className="mb-4" />
          <SectionFields form={form} field={field} />
        </Panel>
      </AdminSection>
      <EditorNotices editor={editor} />
      <div className="flex flex-wrap gap-3">
        {!conflict && (
          <Button type="submit" isBusy={isSubmitting} aria-keyshortcuts="Control+S Meta+S" title="Ctrl+S 또는 ⌘S">
            저장
          </Button>
        )}
        <Button kind="secondary" aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
          {isPreview ? '미리보기 닫기' : '미리보기'}
        </Button>
      </div>
      {isPreview && (
        <AdminSection title="미리보기">
          <Panel>
            <Preview form={form} render={renderPreview} />
          </Panel>
        </AdminSection>
      )}
    </form>
  );
}

function BasicFields({ form, field }: Pick<ServiceEditor, 'form' | 'field'>) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField {...field('title')} label="제목" autoComplete="off" />
      <TextField {...field('tagline')} label="한 줄 소개" isOptional autoComplete="off" />
      <SelectField {...field('category')} label="카테고리" options={CATEGORIES} placeholder="선택해주세요" />
      <TextField
        {...form.register('position', { valueAsNumber: true })}
        error={field('position').error}
        type="number"
        label="순서"
        hint="작은 수가 먼저 보입니다."
      />
      <div className="sm:col-span-2">
        <AreaField {...field('card_description')} label="카드 설명 (HTML)" isOptional rows={4} />
      </div>
      <Checkbox {...field('requiresAuth')} label="로그인해야 신청할 수 있습니다." />
      <Checkbox {...field('requiresSoldier')} label="군인 정보가 필요합니다." />
    </div>
  );
}

function Preview({ form, render }: { form: ServiceEditor['form']; render: Props['renderPreview'] }) {
  const values = form.watch();
  const category = SERVICE_CATEGORIES.find((known) => known === values.category) ?? 'before';
  return render({ ...toPreview(values, previewHtml), category });
}

/** The result of saving. */
function EditorNotices({ editor }: { editor: ServiceEditor }) {
  const { conflict, details, problem, isSaved, hasOwn } = editor;
  return (
    <>
      {conflict && <VersionConflict editor={editor} />}
      {hasOwn && (
        <Notice kind="info">
          <p>선택한 내용을 불러왔습니다. 아직 저장하지 않았으며, 내가 입력하던 내용도 남아 있습니다.</p>
          <Button kind="secondary" className="mt-3" onClick={editor.takeOwn}>
            내 내용으로 되돌리기
          </Button>
        </Notice>
      )}
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
      {isSaved && <Notice kind="success">저장했습니다.</Notice>}
    </>
  );
}
