import { type ReactNode, useId } from 'react';
import { useEarlyInput } from './hydration/use-early-input.ts';

export type FieldTexts = {
  label: string;
  /** Shown before there is an error: what is asked for and why. */
  hint?: ReactNode;
  /** Holds what is wrong with the value. */
  error?: string | undefined;
  isOptional?: boolean;
};

/** The ids that connect a control with its texts. */
type ControlProps = {
  /** The label has the same id with `-label`. */
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
};

type Props = FieldTexts & { className?: string; children: (control: ControlProps) => ReactNode };

/**
 * Label, control, hint and error: the control is labelled by the label and described by the rest.
 */
export function Field({ label, hint, error, isOptional = false, className = '', children }: Props) {
  const id = useId();
  useEarlyInput(id);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label htmlFor={id} id={`${id}-label`} className="font-semibold text-small text-ink-900">
        {label}
        {isOptional && <span className="font-normal text-ink-500"> (선택)</span>}
      </label>
      <div className="mt-1.5">
        {children({
          id,
          ...(described && { 'aria-describedby': described }),
          ...(error && { 'aria-invalid': true as const }),
        })}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-small text-ink-500">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

/** Rendered before there is an error, so that screen readers announce it when it appears. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <p id={id} aria-live="polite" className="text-small text-danger">
      {error && <span className="mt-1.5 block">{error}</span>}
    </p>
  );
}

/** The style that text fields and selects share. */
export const CONTROL_CLASS =
  'h-12 w-full rounded border border-ink-500 bg-surface px-3 text-ink-900 transition-colors duration-150 placeholder:text-ink-500 hover:border-ink-900 disabled:cursor-not-allowed disabled:border-line disabled:bg-paper disabled:text-ink-500 aria-invalid:border-danger';
