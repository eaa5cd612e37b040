import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldError } from './field.tsx';
import { useEarlyInput } from './hydration/use-early-input.ts';

type Props = Omit<ComponentProps<'input'>, 'id' | 'type' | 'className'> & {
  label: ReactNode;
  error?: string | undefined;
  className?: string;
};

/**
 * A checkbox with its label; the whole line is clickable. Takes what `field(name)` of a form
 * returns. After a reload it is unticked again: a tick that the browser restores is no act of the
 * visitor, and may stand beside a newer text.
 */
export function Checkbox({ label, error, className = '', ...input }: Props) {
  const id = useId();
  useEarlyInput(id);
  return (
    <div className={className}>
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5 text-ink-900">
        <input
          {...input}
          id={id}
          type="checkbox"
          autoComplete="off"
          aria-describedby={error ? `${id}-error` : undefined}
          aria-invalid={error ? true : undefined}
          className="mt-0.5 size-5 shrink-0 accent-olive-700"
        />
        <span className="text-small">{label}</span>
      </label>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
