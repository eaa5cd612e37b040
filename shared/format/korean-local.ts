const KOREA_MS = 9 * 3_600_000;

/** A moment as a date field has it: `2026-11-22T09:00`, in Korean time. */
export function toKoreanLocal(moment: string | Date): string {
  return new Date(new Date(moment).getTime() + KOREA_MS).toISOString().slice(0, 16);
}

/**
 * The moment of what a date field has, `2026-11-22T09:00` in Korean time; an empty field stays
 * empty.
 */
export function fromKoreanLocal(local: string): string {
  return local === '' ? '' : new Date(`${local}:00+09:00`).toISOString();
}
