import type { ChangeEvent, ComponentProps } from 'react';
import { formatPhone, phoneDigits } from '#shared/format/phone.ts';
import { TextField } from './text-field.tsx';

/** Caret position in the formatted number after this many digits. */
function caretAfter(formatted: string, digits: number): number {
  let position = 0;
  for (let left = digits; left > 0 && position < formatted.length; position += 1) {
    if (formatted[position] !== '-') left -= 1;
  }
  return position;
}

/** Inserts the hyphens while typing and keeps the caret between the same digits. */
function format(input: HTMLInputElement): void {
  const digitsBefore = phoneDigits(input.value.slice(0, input.selectionStart ?? input.value.length)).length;
  const formatted = formatPhone(input.value);
  if (formatted === input.value) return;
  input.value = formatted;
  const caret = caretAfter(formatted, digitsBefore);
  input.setSelectionRange(caret, caret);
}

/** A phone number, formatted 3-4-4 while typing (spec §5). */
export function PhoneField({ onChange, ...rest }: Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode'>) {
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    format(event.target);
    onChange?.(event);
  };
  return <TextField placeholder="010-1234-5678" {...rest} type="tel" inputMode="numeric" onChange={handleChange} />;
}
