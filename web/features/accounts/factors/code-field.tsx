import { readDigits } from '#shared/text/typed-text.ts';
import { TextField } from '#web/ui/text-field.tsx';

const LENGTH = 6;

export function isCode(text: string): boolean {
  return new RegExp(`^[0-9]{${LENGTH}}$`).test(text);
}

type Props = { value: string; onChange: (code: string) => void; error?: string | undefined };

/** The six digits that an authenticator app shows. */
export function CodeField({ value, onChange, error }: Props) {
  return (
    <TextField
      label="인증 코드"
      hint="인증 앱에 보이는 숫자 6자리"
      error={error}
      name="one-time-code"
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      // Apps show the code with a space in the middle.
      onChange={(event) => onChange(readDigits(event.target.value).slice(0, LENGTH))}
    />
  );
}
