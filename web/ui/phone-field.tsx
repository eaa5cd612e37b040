import type { ChangeEvent, ComponentProps } from 'react';
import { formatPhone, phoneDigits } from '#shared/rules/phone.ts';
import { TextField } from './text-field.tsx';

/** Where the caret stands in a formatted number after so many digits. */
function caretAfter(formatted: string, digits: number): number {
  let position = 0;
  for (let left = digits; left > 0 && position < formatted.length; position += 1) {
    if (formatted[position] !== '-') left -= 1;
  }
  return position;
}

/** Puts the hyphens in while one types, and leaves the caret between the digits where it was. */
function format(input: HTMLInputElement): void {
  const digitsBefore = phoneDigits(input.value.slice(0, input.selectionStart ?? input.value.length)).length;
  const formatted = formatPhone(input.value);
  if (formatted === input.value) return;
  input.value = formatted;
  const caret = caretAfter(formatted, digitsBefore);
  input.setSelectionRange(caret, caret);
}

/** A phone number, written 3-4-4 as it is typed (spec §5). */
export function PhoneField({ onChange, ...rest }: Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode'>) {
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    format(event.target);
    onChange?.(event);
  };
  return <TextField placeholder="010-1234-5678" {...rest} type="tel" inputMode="numeric" onChange={handleChange} />;
}
