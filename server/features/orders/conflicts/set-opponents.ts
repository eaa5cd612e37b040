import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { expectUnchanged } from '#server/lib/expect-seen.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import type { SetOpponentsBody } from '#shared/features/orders/conflict-schemas.ts';
import { nameKey } from '#shared/rules/work/name-key.ts';
import { readOpponent } from '../order-texts.ts';
import { lockOrder } from '../orders.moves.ts';
import { OPPONENT_HASH } from './find-conflicts.ts';

/**
 * Replaces the names of a case's opponents; a name that is there twice is kept once. The audit log
 * has their number alone.
 * @throws AppError ORDER_NOT_FOUND; VERSION_CONFLICT unless the opponents are as seen
 */
export async function setOpponents(
  { db, dataKeys }: { db: Db; dataKeys: DataKeys },
  admin: ActingAdmin,
  orderId: number,
  { names, seen }: SetOpponentsBody,
): Promise<void> {
  const cipher = await dataKeys.forWriting();
  const byKey = new Map(names.map((name) => [nameKey(name), name]));
  await transaction(db, async (trx) => {
    await lockOrder(trx, orderId);
    const before = await trx
      .selectFrom('order_opponents')
      .select(['order_opponents.id', 'order_opponents.name_sealed'])
      .where('order_opponents.order_id', '=', orderId)
      .orderBy('order_opponents.id')
      .execute();
    expectUnchanged(
      seen,
      before.map((row) => readOpponent(dataKeys, row)),
    );
    await trx.deleteFrom('order_opponents').where('order_opponents.order_id', '=', orderId).execute();
    for (const [key, name] of byKey) {
      const id = await nextId(trx, 'order_opponents');
      await trx
        .insertInto('order_opponents')
        .values({
          id,
          order_id: orderId,
          name_sealed: cipher.encryptText(name, `order_opponents.name_sealed:${id}`),
          name_hash: cipher.hash(key, OPPONENT_HASH),
        })
        .execute();
    }
    await recordAudit(trx, {
      ...admin,
      action: 'order.set_opponents',
      subjectType: 'order',
      subjectId: orderId,
      before: { opponents: before.length },
      after: { opponents: byKey.size },
    });
  });
}
