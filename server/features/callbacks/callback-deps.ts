import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import type { DeskHours } from '#shared/rules/business-days.ts';

export type CallbackDeps = { db: Db; dataKeys: DataKeys; clock: Clock; deskHours: DeskHours };
