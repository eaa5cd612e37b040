import { errorWithin } from '#web/admin-kit/error-within.ts';
import { RichTextField } from '#web/admin-kit/rich-text/rich-text-field.tsx';
import { AreaField } from '#web/ui/area-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ChildServicesField } from './child-services-field.tsx';
import { ImageFields } from './image-fields.tsx';
import type { SectionType } from './service-form-values.ts';
import { TermsField } from './terms-field.tsx';
import type { ServiceEditor } from './use-service-editor.ts';

type Props = Pick<ServiceEditor, 'form' | 'field'> & { type: SectionType; index: number };

/** The fields of a section of one type. */
export function OneSection({ form, field, type, index }: Props) {
  const path = `description.sections.${index}` as const;
  switch (type) {
    case 'text':
      return <RichTextField control={form.control} name={`${path}.content`} label="내용" />;
    case 'list':
      return (
        <AreaField
          {...field(`${path}.items`)}
          error={errorWithin(form.formState.errors, `${path}.items`)}
          label="항목"
          hint="한 줄에 하나씩 입력합니다."
        />
      );
    case 'image':
      return <ImageFields form={form} field={field} path={path} />;
    case 'tos':
      return (
        <>
          <TermsField form={form} field={field} path={path} />
          <TextField {...field(`${path}.content`)} label="동의 문구" isOptional autoComplete="off" />
        </>
      );
    case 'child_services':
      return <ChildServicesField form={form} path={path} />;
    case 'faq':
      return (
        <AreaField
          {...field(`${path}.questions`)}
          error={errorWithin(form.formState.errors, `${path}.questions`)}
          label="질문과 답변"
          hint="첫 줄에 질문, 다음 줄부터 답변을 쓰고, 질문 사이에 빈 줄을 둡니다."
          rows={8}
        />
      );
    default:
      return <TextField {...field(`${path}.content`)} label="내용" autoComplete="off" />;
  }
}
