import { useState } from 'react';
import type { SlotDay } from './slot-days.ts';
import { DayOptions, SlotOptions } from './slot-options.tsx';

type Props = {
  days: readonly SlotDay[];
  /** Beginning of the chosen slot. */
  chosen: string | undefined;
  /** Beginning of the slot that is booked. */
  current?: string | undefined;
  /** Undefined: the day was changed, and no slot of it is chosen yet. */
  onChange: (startsAt: string | undefined) => void;
};

/** Chooses a day, then one of its slots. */
export function SlotFields({ days, chosen, current, onChange }: Props) {
  const [chosenDay, setDay] = useState(
    () => days.find(({ slots }) => slots.some(({ starts_at }) => starts_at === chosen))?.day,
  );
  const shown = days.find(({ day }) => day === chosenDay) ?? days.find(({ isFull }) => !isFull) ?? days[0];
  const handleDay = (day: string) => {
    setDay(day);
    onChange(undefined);
  };
  return (
    <>
      <DayOptions days={days} shown={shown?.day} onChange={handleDay} />
      {shown && <SlotOptions slots={shown.slots} chosen={chosen} current={current} onChange={onChange} />}
    </>
  );
}
