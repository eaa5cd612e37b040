import type { ComponentProps } from 'react';
import { CONTROL_CLASS, Field, type FieldTexts } from './field.tsx';

type Props = Omit<ComponentProps<'textarea'>, 'id' | 'className'> & FieldTexts;

/** A multi-line text field. Takes what `field(name)` of a form returns. */
export function AreaField({ label, hint, error, isOptional, ...area }: Props) {
  return (
    <Field label={label} hint={hint} error={error} {...(isOptional && { isOptional })}>
      {(control) => <textarea rows={3} {...area} {...control} className={`${CONTROL_CLASS} min-h-[88px] py-2`} />}
    </Field>
  );
}
