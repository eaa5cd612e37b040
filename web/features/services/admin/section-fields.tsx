import { useState } from 'react';
import { type FieldError, get, useFieldArray } from 'react-hook-form';
import { SECTION_TYPES } from '#shared/features/services/schemas.ts';
import { AreaField } from '#web/features/admin-kit/area-field.tsx';
import { ItemActions, useItemActs } from '#web/features/admin-kit/item-actions.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ImageFields } from './image-fields.tsx';
import { SECTION_LABELS } from './section-labels.ts';
import { emptySection, type SectionType } from './service-form-values.ts';
import { TermsField } from './terms-field.tsx';
import type { ServiceEditor } from './use-service-editor.ts';

const OPTIONS = SECTION_TYPES.map((value) => ({ value, label: SECTION_LABELS[value] }));

type Parts = Pick<ServiceEditor, 'form' | 'field'>;

/** The sections of the description, in their order. */
export function SectionFields({ form, field }: Parts) {
  const list = useFieldArray({ control: form.control, name: 'description.sections' });
  const { fields, append } = list;
  const { listRef, run } = useItemActs(list);
  const [type, setType] = useState<SectionType>('title');
  return (
    <div ref={listRef} className="grid gap-4">
      {fields.map((section, index) => {
        const name = `${index + 1}번 섹션`;
        return (
          <fieldset key={section.id} className="grid gap-3 rounded border border-line p-4">
            <legend className="px-1 font-semibold text-ink-900">{`${name} (${SECTION_LABELS[section.type]})`}</legend>
            <OneSection form={form} field={field} type={section.type} index={index} />
            <ItemActions name={name} index={index} count={fields.length} onAct={run} />
          </fieldset>
        );
      })}
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="추가할 섹션"
          options={OPTIONS}
          value={type}
          onChange={({ target }) => setType(SECTION_TYPES.find((known) => known === target.value) ?? 'title')}
          className="min-w-[160px]"
        />
        <Button kind="secondary" data-act="add" onClick={() => append(emptySection(type))}>
          섹션 추가
        </Button>
      </div>
    </div>
  );
}

/** The first error of a field that holds several values. */
function errorWithin(errors: object, path: string): string | undefined {
  const found: FieldError | readonly (FieldError | undefined)[] | undefined = get(errors, path);
  if (found === undefined || !Array.isArray(found)) return found && 'message' in found ? found.message : undefined;
  return found.find((error) => error?.message !== undefined)?.message;
}

function OneSection({ form, field, type, index }: Parts & { type: SectionType; index: number }) {
  const path = `description.sections.${index}` as const;
  const listField = (name: 'items' | 'serviceIds') => ({
    ...field(`${path}.${name}`),
    error: errorWithin(form.formState.errors, `${path}.${name}`),
  });
  switch (type) {
    case 'text':
      return <AreaField {...field(`${path}.content`)} label="내용 (HTML)" rows={6} />;
    case 'list':
      return <AreaField {...listField('items')} label="항목" hint="한 줄에 하나씩 입력합니다." />;
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
      return (
        <TextField
          {...listField('serviceIds')}
          label="하위 서비스 번호"
          hint="쉼표로 나누어 입력합니다. (예: 14, 16)"
          autoComplete="off"
        />
      );
    default:
      return <TextField {...field(`${path}.content`)} label="내용" autoComplete="off" />;
  }
}
