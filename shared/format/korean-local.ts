const KOREA_MS = 9 * 3_600_000;

/** A moment as a date field has it: `2026-11-22T09:00`, in Korean time. */
export function toKoreanLocal(moment: string | Date): string {
  return new Date(new Date(moment).getTime() + KOREA_MS).toISOString().slice(0, 16);
}

/**
 * The moment of what a date field has, `2026-11-22T09:00` in Korean time. What is none stays as it
 * is, for the schema to refuse: an empty field, a year of five digits.
 */
export function fromKoreanLocal(local: string): string {
  const moment = new Date(`${local}:00+09:00`);
  return Number.isNaN(moment.getTime()) ? local : moment.toISOString();
}
