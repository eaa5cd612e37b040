import type { ComponentProps, ReactNode } from 'react';
import { CONTROL_CLASS, Field, type FieldTexts } from './field.tsx';

type Props = Omit<ComponentProps<'input'>, 'id' | 'className'> &
  FieldTexts & {
    className?: string;
    /** Rendered beside the input: a button that checks the value. */
    action?: ReactNode;
  };

/** A single-line text input. Takes what `field(name)` of a form returns. */
export function TextField({ label, hint, error, isOptional, className, action, ...input }: Props) {
  const texts = { label, hint, error, ...(isOptional && { isOptional }), ...(className && { className }) };
  return (
    <Field {...texts}>
      {(control) => (
        <div className="flex gap-2">
          <input type="text" {...input} {...control} className={CONTROL_CLASS} />
          {action}
        </div>
      )}
    </Field>
  );
}
