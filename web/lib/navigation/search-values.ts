import { isDay } from '#shared/text/day.ts';

/** A text of an address that is not empty; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A value of an address that is one of these; undefined for anything else. */
export function oneOf<const Known>(known: readonly Known[], value: unknown): Known | undefined {
  return known.find((one) => one === value);
}

/** A positive id as the addresses have it; undefined for anything else. */
export function idOf(value: unknown): number | undefined {
  return /^[1-9]\d{0,9}$/.test(String(value)) ? Number(value) : undefined;
}

/** A day as the addresses have it, in the form 2026-11-24; undefined for anything else. */
export function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' && isDay(value) ? value : undefined;
}

/** A month as the addresses have it, in the form 2026-11; undefined for anything else. */
export function monthOf(value: unknown): string | undefined {
  return typeof value === 'string' && isDay(`${value}-01`) ? value : undefined;
}
