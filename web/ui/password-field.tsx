import { type ComponentProps, useState } from 'react';
import { CONTROL_CLASS, Field, type FieldTexts } from './field.tsx';

type Props = Omit<ComponentProps<'input'>, 'id' | 'type' | 'className'> & FieldTexts & { className?: string };

/**
 * A password input with a button that shows the password. Takes what `field(name)` of a form
 * returns.
 */
export function PasswordField({ label, hint, error, isOptional, className, ...input }: Props) {
  const [isShown, setShown] = useState(false);
  const texts = { label, hint, error, ...(isOptional && { isOptional }), ...(className && { className }) };
  return (
    <Field {...texts}>
      {(control) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            className={`${CONTROL_CLASS} pr-20`}
          />
          <button
            type="button"
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0.5 right-0.5 min-w-16 rounded px-3 font-semibold text-small text-ink-700 transition-colors duration-150 hover:text-ink-900"
          >
            <span className="sr-only">{`${label} `}</span>
            {isShown ? '숨기기' : '보기'}
          </button>
        </div>
      )}
    </Field>
  );
}
