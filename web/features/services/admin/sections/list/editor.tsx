import { errorWithin } from '#web/admin-kit/error-within.ts';
import { AreaField } from '#web/ui/area-field.tsx';
import type { EditorProps, SectionKind } from '../section-kind.ts';

function typedItems(items: string): string[] {
  return items.split('\n').filter((item) => item.trim() !== '');
}

function ListEditor({ form, field, path }: EditorProps) {
  return (
    <AreaField
      {...field(`${path}.items`)}
      error={errorWithin(form.formState.errors, `${path}.items`)}
      label="항목"
      hint="한 줄에 하나씩 입력합니다."
    />
  );
}

export const listKind: SectionKind<'list'> = {
  label: '목록',
  toValues: ({ items }) => ({ items: items.join('\n') }),
  toSection: ({ items }) => ({ type: 'list', items: items.split('\n') }),
  summary: ({ items }) => typedItems(items).join(', '),
  Editor: ListEditor,
};
