import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { hashToken, readableCode } from '#server/lib/tokens.ts';
import { readCode } from '#shared/text/typed-text.ts';

const COUNT = 10;
/** 24 characters of 32 are 120 bits: enough for a plain hash (ASVS 6.5.2). */
const GROUPS = 6;
const GROUP_LENGTH = 4;

function newCode(): string {
  return Array.from({ length: GROUPS }, () => readableCode(GROUP_LENGTH)).join('-');
}

/** People type codes in small letters and leave the hyphens out. */
function hashCode(code: string): Buffer {
  return hashToken(readCode(code).toUpperCase());
}

/**
 * Replaces the recovery codes of an account. Returns the new ones, which are stored nowhere else.
 */
export async function replaceRecoveryCodes(trx: Trx, userId: number, now: Date): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode);
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rows = codes.map((code) => ({ user_id: userId, code_hash: hashCode(code), created_at: now, used_at: null }));
  await trx.insertInto('recovery_codes').values(rows).execute();
  return codes;
}

/** Uses a recovery code up; false when it is wrong or was used before. */
export async function spendRecoveryCode(db: DbOrTrx, userId: number, code: string, now: Date): Promise<boolean> {
  const spent = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCode(code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return spent.numUpdatedRows === 1n;
}

export type RecoveryState = { created_at: Date; last_used_at: Date | null; left: number };

/** How many codes are left; undefined when the account has none at all. */
export async function getRecoveryState(db: DbOrTrx, userId: number): Promise<RecoveryState | undefined> {
  const row = await db
    .selectFrom('recovery_codes')
    .select((eb) => [
      eb.fn.min('created_at').as('created_at'),
      eb.fn.max('used_at').as('last_used_at'),
      sql<number>`(count(*) filter (where used_at is null))::int`.as('left'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.created_at === null ? undefined : row;
}
