import { ORDER_STATUSES, type OrderStatus } from '#shared/rules/order-status.ts';
import { WAITING_MATTERS, type WaitingMatter } from '#shared/rules/waiting-matter.ts';

/** What the list of orders is narrowed by, as the address has it. */
export type OrderFilters = {
  status?: OrderStatus | undefined;
  /** Only paid orders that nobody of the staff has touched. */
  untouched?: '1' | undefined;
  /** Only those that something waits for. */
  waiting?: WaitingMatter | undefined;
  q?: string | undefined;
  /** Days in Korea, both included. */
  from?: string | undefined;
  to?: string | undefined;
};
/** The cursor is the one that the part of the list before this one ended with. */
export type OrderSearch = OrderFilters & { cursor?: string | undefined };

export function orderStatusOf(value: unknown): OrderStatus | undefined {
  return ORDER_STATUSES.find((status) => status === value);
}

export function waitingOf(value: unknown): WaitingMatter | undefined {
  return WAITING_MATTERS.find((matter) => matter === value);
}

export function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;
}

/** The query of a call: what is set, and nothing else. */
export function toQuery(values: Record<string, string | undefined>): string {
  const set = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams(set).toString();
}
