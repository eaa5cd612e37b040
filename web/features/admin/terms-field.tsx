import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useId } from 'react';
import { TextField } from '#web/ui/text-field.tsx';
import { adminTermsListQuery } from './terms-api.ts';

/** The name of a terms text, with those that there are to choose from. */
export function TermsField(props: Omit<ComponentProps<typeof TextField>, 'label' | 'list'>) {
  const listId = useId();
  const { data } = useQuery(adminTermsListQuery);
  return (
    <>
      <TextField {...props} label="약관 파일 이름" list={listId} autoComplete="off" />
      <datalist id={listId}>
        {data?.map(({ filename, title }) => (
          <option key={filename} value={filename}>
            {title}
          </option>
        ))}
      </datalist>
    </>
  );
}
