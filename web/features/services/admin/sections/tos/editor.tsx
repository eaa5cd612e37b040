import { TextField } from '#web/ui/text-field.tsx';
import type { EditorProps, SectionKind } from '../section-kind.ts';
import { TermsField } from './terms-field.tsx';

function TosEditor({ form, field, path }: EditorProps) {
  return (
    <>
      <TermsField form={form} field={field} path={path} />
      <TextField {...field(`${path}.content`)} label="동의 문구" isOptional autoComplete="off" />
    </>
  );
}

export const tosKind: SectionKind<'tos'> = {
  label: '이용약관',
  toValues: ({ filename, content = '' }) => ({ filename, content }),
  toSection: ({ filename, content }) => ({ type: 'tos', filename, content }),
  summary: ({ content, filename }) => content || filename,
  Editor: TosEditor,
};
