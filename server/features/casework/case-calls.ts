import { koreanDayAt } from '#server/lib/korean-day.ts';
import { formatTime } from '#shared/format/dates.ts';
import type { Callee } from '#shared/rules/work/callback-slots.ts';
import type { TaskCall } from '#shared/rules/work/case-tasks.ts';

type Booked = { starts_at: string; whom: Callee } | null;

/** The booked call that a person takes. A soldier who has not joined has no tasks. */
export function callOfPerson(callback: Booked, hasClient: boolean): TaskCall[] {
  if (callback === null || (callback.whom === 'soldier' && !hasClient)) return [];
  const { starts_at, whom } = callback;
  const whose = whom === 'soldier' ? 'client' : 'payer';
  return [{ title: `${formatTime(starts_at)}에 전화 받기`, whose, due_on: koreanDayAt(new Date(starts_at)) }];
}

/** Calls that the firm makes in a case. */
export type FirmsCalls = {
  callback: Booked;
  /** When the firm has promised to call first, until it has. */
  contactBy: string | null;
  /** When the newest call says that the firm calls again. */
  againAt: string | null;
};

/** The next call that the firm makes: a booked one stands for the promised one. */
export function callOfFirm({ callback, contactBy, againAt }: FirmsCalls): TaskCall[] {
  const call = (title: string, at: string): TaskCall[] => [
    { title: `${title} (${formatTime(at)})`, whose: 'firm', due_on: koreanDayAt(new Date(at)) },
  ];
  if (callback) return call('예약된 통화', callback.starts_at);
  if (againAt) return call('다시 전화', againAt);
  return contactBy ? call('첫 통화', contactBy) : [];
}
