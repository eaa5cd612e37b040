import { type ChangeEvent, type ComponentProps, useState } from 'react';
import { DAY_MESSAGE } from '#shared/text/day-message.ts';
import { TextField } from '../text-field.tsx';

/** The last year in which a day or a moment may lie: browsers take years of six digits. */
const LAST = { date: '2099-12-31', 'datetime-local': '2099-12-31T23:59' } as const;

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'max'> & {
  type?: keyof typeof LAST;
  /** Said of a day that cannot be. */
  sentence?: string;
};

/** A day, or a moment. The sentence about one that cannot be is ours and not the browser's. */
export function DayField({ type = 'date', sentence = DAY_MESSAGE, error, onChange, ...rest }: Props) {
  const [isWrong, setWrong] = useState(false);
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const { badInput, rangeOverflow, rangeUnderflow } = event.target.validity;
    setWrong(badInput || rangeOverflow || rangeUnderflow);
    onChange?.(event);
  };
  return (
    <TextField
      {...rest}
      type={type}
      max={LAST[type]}
      error={isWrong ? sentence : error}
      onChange={handleChange}
      // Half a day is no value, so that typing one changes nothing: a form says so when it is sent.
      onInvalid={() => setWrong(true)}
    />
  );
}
