import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { adminTermsListQuery } from '#web/features/terms/admin/api.ts';
import { NewTermsDialog } from '#web/features/terms/admin/new-terms-dialog.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import type { ServiceEditor } from '../../use-service-editor.ts';

type Props = Pick<ServiceEditor, 'form' | 'field'> & { path: `description.sections.${number}` };

/**
 * The terms text, picked by its title. A stored name without a text stays in the list, with a
 * warning: buyers cannot read what they agree to. A new
 * text is written in a dialog, so that the form of the service stays.
 */
export function TermsField({ form, field, path }: Props) {
  const filename = useWatch({ control: form.control, name: `${path}.filename` });
  const [isWriting, setWriting] = useState(false);
  const { data } = useQuery(adminTermsListQuery);
  const isUnknown = filename !== '' && !data?.some((known) => known.filename === filename);
  const options = (data ?? []).map(({ filename: value, title }) => ({ value, label: `${title} (${value})` }));
  return (
    <div>
      <SelectField
        // The options arrive after the field: a select shows its value only if it has the option.
        key={options.map(({ value }) => value).join()}
        {...field(`${path}.filename`)}
        label="약관"
        placeholder="약관을 선택해주세요"
        options={isUnknown ? [...options, { value: filename, label: filename }] : options}
        hint={isUnknown && data && '약관 관리에 없는 이름입니다. 상점에서 내용을 볼 수 없습니다.'}
      />
      <button type="button" aria-haspopup="dialog" onClick={() => setWriting(true)} className={ADMIN_LINK}>
        새 약관 쓰기
      </button>
      {isWriting && (
        <NewTermsDialog
          onClose={() => setWriting(false)}
          onCreated={async (terms) => {
            form.setValue(`${path}.filename`, terms.filename, { shouldDirty: true, shouldValidate: true });
            setWriting(false);
          }}
        />
      )}
    </div>
  );
}
