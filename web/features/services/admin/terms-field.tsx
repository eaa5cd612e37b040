import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useWatch } from 'react-hook-form';
import { ADMIN_LINK } from '#web/features/admin-kit/admin-page.tsx';
import { adminTermsListQuery } from '#web/features/terms/admin/api.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import type { ServiceEditor } from './use-service-editor.ts';

type Props = Pick<ServiceEditor, 'form' | 'field'> & { path: `description.sections.${number}` };

/**
 * The terms text, picked by its title. A stored name without a text stays in the list, with a
 * warning: buyers cannot read what they agree to.
 */
export function TermsField({ form, field, path }: Props) {
  const filename = useWatch({ control: form.control, name: `${path}.filename` });
  const { data } = useQuery(adminTermsListQuery);
  const isUnknown = filename !== '' && !data?.some((known) => known.filename === filename);
  const options = (data ?? []).map(({ filename: value, title }) => ({ value, label: `${title} (${value})` }));
  return (
    <div>
      <SelectField
        // The options arrive after the field: a select shows its value only if it has the option.
        key={data ? 'loaded' : 'loading'}
        {...field(`${path}.filename`)}
        label="약관"
        placeholder="약관을 선택해주세요"
        options={isUnknown ? [...options, { value: filename, label: filename }] : options}
        hint={isUnknown && data && '약관 관리에 없는 이름입니다. 상점에서 내용을 볼 수 없습니다.'}
      />
      <Link to="/admin/terms/new" className={ADMIN_LINK}>
        새 약관 쓰기
      </Link>
    </div>
  );
}
