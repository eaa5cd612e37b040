import { safeReturnPath } from '#shared/rules/return-path.ts';
import { optional } from '../lib/optional.ts';

type Search = Record<string, unknown>;

/** `?from=`: the page to come back to, when it is one of this site (contract §3). */
export function fromSearch(search: Search): { from?: string } {
  return optional('from', safeReturnPath(search.from));
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A positive id as the addresses have it; undefined for anything else. */
export function idOf(value: unknown): number | undefined {
  return /^[1-9]\d{0,9}$/.test(String(value)) ? Number(value) : undefined;
}
