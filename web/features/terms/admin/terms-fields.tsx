import { RichTextField } from '#web/admin-kit/rich-text/rich-text-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { TermsEditor } from './use-terms-editor.ts';

type Props = { editor: Pick<TermsEditor, 'form' | 'field'>; isNew: boolean };

/** The fields of a terms text. Its file name is chosen once. */
export function TermsFields({ editor: { form, field }, isNew }: Props) {
  return (
    <div className="grid gap-4">
      <TextField {...field('title')} label="제목" autoComplete="off" />
      <RichTextField control={form.control} name="html" label="내용" />
      <TextField
        {...field('note')}
        label="변경 사유"
        hint="버전 목록에서 관리자에게만 보입니다."
        isOptional
        autoComplete="off"
      />
      {isNew && (
        <TextField
          {...field('filename')}
          label="파일 이름"
          hint="상점 주소에 쓰는 이름이며 그대로 두어도 됩니다. 영문 소문자, 숫자, -로 쓰고 .html로 끝나야 합니다."
          autoComplete="off"
        />
      )}
    </div>
  );
}
