import type { CallbackSlot } from '#shared/features/callbacks/schemas.ts';
import { formatSlotDay, formatSlotTime } from '#shared/format/callback-slot.ts';
import type { SlotDay } from './slot-days.ts';

/** A radio button as large as its label. */
const OPTION =
  'relative flex items-center rounded border border-ink-500 bg-surface text-ink-900 hover:border-ink-900 has-checked:border-olive-700 has-checked:bg-olive-100 has-disabled:border-line has-disabled:bg-paper has-disabled:text-ink-500';
/** It shows by itself what is chosen and focused: Firefox before 121 cannot let the label do so. */
const INPUT =
  'absolute inset-0 size-full cursor-pointer appearance-none rounded checked:ring-2 checked:ring-olive-700 disabled:cursor-not-allowed';

type DayProps = { days: readonly SlotDay[]; shown: string | undefined; onChange: (day: string) => void };

/**
 * Days with slots, all of them on the screen: of a row that scrolls a phone shows no more than
 * three.
 */
export function DayOptions({ days, shown, onChange }: DayProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold text-ink-900 text-small">날짜</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(106px,1fr))] gap-2">
        {days.map(({ day, slots: [first], isFull, hasEvening }) => (
          <label key={day} className={`${OPTION} min-h-11 flex-wrap justify-center gap-x-2 px-1.5 text-small`}>
            <input
              type="radio"
              name="callback-day"
              value={day}
              checked={day === shown}
              onChange={() => onChange(day)}
              className={INPUT}
            />
            <span className="whitespace-nowrap tabular-nums">{first && formatSlotDay(first.starts_at)}</span>
            {isFull && <span className="whitespace-nowrap text-caption text-ink-500">마감</span>}
            {hasEvening && <span className="whitespace-nowrap text-caption text-olive-700">저녁 가능</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type SlotProps = {
  slots: readonly CallbackSlot[];
  chosen: string | undefined;
  /** Beginning of the slot that is booked. */
  current: string | undefined;
  onChange: (startsAt: string) => void;
};

/** Slots of a day with the places left. */
export function SlotOptions({ slots, chosen, current, onChange }: SlotProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold text-ink-900 text-small">시간</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {slots.map((slot) => {
          const isCurrent = slot.starts_at === current;
          return (
            <label
              key={slot.starts_at}
              className={`${OPTION} min-h-13 flex-wrap content-center justify-between gap-x-3 px-3 py-1.5`}
            >
              <input
                type="radio"
                name="callback-slot"
                value={slot.starts_at}
                checked={slot.starts_at === chosen}
                disabled={isCurrent || slot.left === 0}
                onChange={() => onChange(slot.starts_at)}
                className={INPUT}
              />
              <span className="whitespace-nowrap font-semibold tabular-nums">{formatSlotTime(slot)}</span>
              <span className="whitespace-nowrap text-small">{isCurrent ? '현재 예약' : placesText(slot.left)}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

function placesText(left: number): string {
  return left === 0 ? '마감' : `${left}자리 남음`;
}
