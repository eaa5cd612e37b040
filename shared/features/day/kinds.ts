import type { Needs } from '#shared/features/accounts/permissions.ts';

/** The kinds of an administrator's day; of two that are equally urgent, the first comes first (contract §9). */
export const DAY_KINDS = [
  'booked_call',
  'call',
  'deadline',
  'step',
  'paper',
  'letter',
  'message',
  'conflict',
  'refund',
  'mail',
  'unassigned',
] as const;
export type DayKind = (typeof DAY_KINDS)[number];

/** The permissions of which a kind needs one. */
export const DAY_NEEDS: Readonly<Record<DayKind, Needs>> = {
  booked_call: 'orders',
  call: 'orders',
  deadline: 'orders',
  step: 'orders',
  paper: 'orders',
  letter: 'orders',
  message: 'consultations',
  conflict: 'orders',
  refund: 'money',
  mail: ['owner', 'money'],
  unassigned: 'orders',
};
