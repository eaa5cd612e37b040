import { useId } from 'react';
import { FieldError } from '#web/ui/field.tsx';

const OPTION =
  'flex min-h-12 cursor-pointer items-center gap-3 rounded border border-ink-500 bg-surface px-3 py-2 text-ink-900 hover:border-ink-900 has-checked:border-olive-700 has-checked:bg-olive-100';

type Props = {
  label: string;
  isOptional: boolean;
  hint?: string | undefined;
  error?: string | undefined;
  options: readonly { id: string; label: string }[];
  chosen: readonly string[];
  /** Several may be chosen. */
  isMultiple?: boolean;
  onChange: (chosen: string[]) => void;
};

/** A question with options that are all on the screen: one, or several, of them. */
export function ChoiceField({ label, isOptional, hint, error, options, chosen, isMultiple = false, onChange }: Props) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const toggle = (option: string, isOn: boolean) => {
    if (!isMultiple) return onChange([option]);
    onChange(options.map((one) => one.id).filter((one) => (one === option ? isOn : chosen.includes(one))));
  };
  return (
    <fieldset aria-describedby={described || undefined} className="min-w-0">
      <legend className="font-semibold text-ink-900 text-small">
        {label}
        {isOptional && <span className="font-normal text-ink-500"> (선택)</span>}
      </legend>
      <div className={`mt-1.5 grid gap-2 ${options.some((option) => option.label.length > 12) ? '' : 'grid-cols-2'}`}>
        {options.map((option) => (
          <label key={option.id} className={OPTION}>
            <input
              type={isMultiple ? 'checkbox' : 'radio'}
              name={id}
              value={option.id}
              checked={chosen.includes(option.id)}
              onChange={({ target }) => toggle(option.id, target.checked)}
              className="size-5 shrink-0 accent-olive-700"
            />
            <span className="min-w-0">{option.label}</span>
          </label>
        ))}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-ink-500 text-small">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
      {isOptional && !isMultiple && chosen.length > 0 && (
        <button
          type="button"
          aria-label={`${label}: 선택 지우기`}
          onClick={() => onChange([])}
          className="inline-flex min-h-11 items-center text-ink-700 text-small underline underline-offset-4"
        >
          선택 지우기
        </button>
      )}
    </fieldset>
  );
}
