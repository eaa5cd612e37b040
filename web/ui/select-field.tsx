import type { ComponentProps } from 'react';
import { CONTROL_CLASS, Field, type FieldTexts } from './field.tsx';

type Props = Omit<ComponentProps<'select'>, 'id' | 'className'> &
  FieldTexts & {
    options: readonly { value: string; label: string }[];
    /** Shown first, for no choice yet. */
    placeholder?: string;
    className?: string;
  };

/**
 * A select: the system's own list, which works best on phones. Takes what `field(name)` of a form
 * returns.
 */
export function SelectField({ label, hint, error, isOptional, className, options, placeholder, ...select }: Props) {
  const texts = { label, hint, error, ...(isOptional && { isOptional }), ...(className && { className }) };
  return (
    <Field {...texts}>
      {(control) => (
        <select {...select} {...control} className={`${CONTROL_CLASS} pr-10`}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
