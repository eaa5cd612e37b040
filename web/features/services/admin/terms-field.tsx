import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { adminTermsListQuery } from '#web/features/terms/admin/api.ts';
import { TextField } from '#web/ui/text-field.tsx';
import type { ServiceEditor } from './use-service-editor.ts';

type Props = Pick<ServiceEditor, 'form' | 'field'> & { path: `description.sections.${number}` };

/**
 * The name of a terms text, with the existing ones to choose from. Another name is allowed for a
 * text that is not written yet, with a warning: until then buyers cannot read what they agree to.
 */
export function TermsField({ form, field, path }: Props) {
  const listId = useId();
  const filename = useWatch({ control: form.control, name: `${path}.filename` });
  const { data } = useQuery(adminTermsListQuery);
  const isUnknown = filename !== '' && data !== undefined && !data.some((known) => known.filename === filename);
  return (
    <>
      <TextField
        {...field(`${path}.filename`)}
        label="약관 파일 이름"
        hint={
          isUnknown && '약관 관리에 없는 이름입니다. 이 이름의 약관을 만들기 전까지 상점에서 내용을 볼 수 없습니다.'
        }
        list={listId}
        autoComplete="off"
      />
      <datalist id={listId}>
        {data?.map(({ filename: known, title }) => (
          <option key={known} value={known}>
            {title}
          </option>
        ))}
      </datalist>
    </>
  );
}
