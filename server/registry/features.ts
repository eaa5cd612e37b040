import type { RawBuilder } from 'kysely';
import { accounts } from '#server/features/accounts/feature.ts';
import { adminProfiles } from '#server/features/admin-profiles/feature.ts';
import { attachments } from '#server/features/attachments/feature.ts';
import { audit } from '#server/features/audit/feature.ts';
import { callbacks } from '#server/features/callbacks/feature.ts';
import { casework } from '#server/features/casework/feature.ts';
import { consultations } from '#server/features/consultations/feature.ts';
import { dashboard } from '#server/features/dashboard/feature.ts';
import { day } from '#server/features/day/feature.ts';
import { desk } from '#server/features/desk/feature.ts';
import { events } from '#server/features/events/feature.ts';
import { images } from '#server/features/images/feature.ts';
import { letters } from '#server/features/letters/feature.ts';
import { mails } from '#server/features/mails/feature.ts';
import { notices } from '#server/features/notices/feature.ts';
import { oauth } from '#server/features/oauth/feature.ts';
import { operations } from '#server/features/operations/feature.ts';
import { orders } from '#server/features/orders/feature.ts';
import { participants } from '#server/features/participants/feature.ts';
import { payments } from '#server/features/payments/feature.ts';
import { push } from '#server/features/push/feature.ts';
import { questions } from '#server/features/questions/feature.ts';
import { reports } from '#server/features/reports/feature.ts';
import { services } from '#server/features/services/feature.ts';
import { soldiers } from '#server/features/soldiers/feature.ts';
import { terms } from '#server/features/terms/feature.ts';
import type { BacklogAt, Erase, Feature } from './feature.ts';
import { platform } from './platform.ts';

/**
 * Every feature of the shop. Closing an account and retention go through it in this order: what
 * belongs to an account comes before it, and an account's conversations end after its buyer.
 */
export const FEATURES: readonly Feature[] = [
  platform,
  services,
  terms,
  images,
  soldiers,
  callbacks,
  questions,
  casework,
  letters,
  participants,
  orders,
  payments,
  mails,
  notices,
  push,
  desk,
  adminProfiles,
  oauth,
  accounts,
  attachments,
  consultations,
  events,
  dashboard,
  day,
  reports,
  operations,
  audit,
];

/** Calls and schemas for the document of the API. */
export const CALL_TABLES = FEATURES.flatMap(({ callTables = [] }) => callTables);
export const SCHEMA_MODULES = FEATURES.flatMap(({ schemas = [] }) => schemas);

/** Every period after which data is deleted or erased. */
export const RETENTION = FEATURES.flatMap(({ retention = [] }) => retention);

/** Every encrypted column. */
export const SEALED_COLUMNS = FEATURES.flatMap(({ sealedColumns = [] }) => sealedColumns);

/** Every kind of an administrator's day. */
export const DAY = FEATURES.flatMap(({ day: sources = [] }) => sources);

/** The counts of the backlog of all features. */
export function countsOfBacklog(at: Omit<BacklogAt, 'before'>): Record<string, RawBuilder<unknown>> {
  const before = new Date(at.now.getTime() - at.stuckAfterMs);
  return Object.assign({}, ...FEATURES.map(({ backlog }) => backlog?.({ ...at, before })));
}

/** Deletes and clears what any feature holds about a person. */
export const eraseEverywhere: Erase = async (trx, account, now) => {
  for (const { erase } of FEATURES) await erase?.(trx, account, now);
};
