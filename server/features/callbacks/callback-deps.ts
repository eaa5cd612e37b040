import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { DeskHours } from '#shared/rules/business-days.ts';

export type CallbackDeps = { db: Db; clock: Clock; deskHours: DeskHours };
