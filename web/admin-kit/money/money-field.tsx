import { type ReactNode, useState } from 'react';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { wonInWords } from '#shared/format/won.ts';
import { useDeferUntilClick } from '#web/lib/navigation/defer-until-click.ts';
import type { FieldTexts } from '#web/ui/field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { wonOf } from './won-of.ts';

type Props<Values extends FieldValues, Output> = Omit<FieldTexts, 'error'> & {
  control: Control<Values, unknown, Output>;
  name: FieldPathByValue<Values, number | null>;
  className?: string;
};

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value);

/** An amount in won: with separators once it is left, and said in words below. */
export function MoneyField<Values extends FieldValues, Output>(props: Props<Values, Output>) {
  const { control, name, label, hint, isOptional = false, className } = props;
  const { field, fieldState } = useController({ control, name });
  const deferUntilClick = useDeferUntilClick();
  /** The typed text while the field has the focus, and while it is no amount. */
  const [typed, setTyped] = useState<string>();
  const amount: unknown = field.value;
  const words = isAmount(amount) && amount > 0 ? `= ${wonInWords(amount)}` : '';
  const shown = isAmount(amount) ? amount.toLocaleString('ko-KR') : '';
  return (
    <TextField
      ref={field.ref}
      name={name}
      label={label}
      isOptional={isOptional}
      {...(className && { className })}
      hint={hint || words ? <Hint text={hint} words={words} /> : undefined}
      error={fieldState.error?.message}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? shown}
      onChange={({ target: { value } }) => {
        setTyped(value);
        field.onChange(wonOf(value));
      }}
      onBlur={() =>
        // Showing an error while a button is pressed would move the button away from its click.
        deferUntilClick(() => {
          field.onBlur();
          if (typed !== undefined && !Number.isNaN(wonOf(typed))) setTyped(undefined);
        })
      }
    />
  );
}

function Hint({ text, words }: { text: ReactNode; words: string }) {
  return (
    <>
      {text}
      {words && <span className="block">{words}</span>}
    </>
  );
}
