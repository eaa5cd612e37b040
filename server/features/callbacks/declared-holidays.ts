import { sql } from 'kysely';
import { type Db, type DbOrTrx, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import type { DeclaredHoliday } from '#shared/features/callbacks/schemas.ts';

/** Lists the holidays that administrators have added, by day. */
export function listDeclaredHolidays(db: DbOrTrx): Promise<DeclaredHoliday[]> {
  return db.selectFrom('declared_holidays').select(['day', 'name']).orderBy('day').execute();
}

/** Adds a holiday, or renames it. Promises and calls that were made for the day stay. */
export async function declareHoliday(
  db: Db,
  admin: ActingAdmin,
  { day, name }: DeclaredHoliday,
): Promise<DeclaredHoliday[]> {
  return transaction(db, async (trx) => {
    const before = await trx
      .selectFrom('declared_holidays')
      .select('name')
      .where('day', '=', day)
      .forUpdate()
      .executeTakeFirst();
    if (before?.name !== name) {
      await trx
        .insertInto('declared_holidays')
        .values({ day, name })
        .onConflict((conflict) => conflict.column('day').doUpdateSet({ name: sql`excluded.name` }))
        .execute();
      const act = { action: 'callback.declare_holiday', subjectType: 'callback', subjectId: day } as const;
      await recordAudit(trx, { ...admin, ...act, ...(before && { before }), after: { name } });
    }
    return listDeclaredHolidays(trx);
  });
}

/** Removes a holiday that administrators have added; the same again changes nothing. */
export async function removeHoliday(db: Db, admin: ActingAdmin, day: string): Promise<DeclaredHoliday[]> {
  return transaction(db, async (trx) => {
    const removed = await trx
      .deleteFrom('declared_holidays')
      .where('day', '=', day)
      .returning('name')
      .executeTakeFirst();
    if (removed) {
      const act = { action: 'callback.remove_holiday', subjectType: 'callback', subjectId: day } as const;
      await recordAudit(trx, { ...admin, ...act, before: removed });
    }
    return listDeclaredHolidays(trx);
  });
}
