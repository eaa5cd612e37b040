import { sql } from 'kysely';
import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { expectUnchanged } from '#server/lib/expect-seen.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import type { ValidSetProofBody } from '#shared/features/orders/money-schemas.ts';
import { presentProof } from '../order-proofs.ts';
import { lockOrder } from '../orders.moves.ts';

/**
 * Sets which proof of the payment was issued for the tax office. Moves no money.
 * @throws AppError ORDER_NOT_FOUND; VERSION_CONFLICT unless the proof is as seen
 */
export async function setProof(
  { db, dataKeys }: { db: Db; dataKeys: DataKeys },
  admin: ActingAdmin,
  orderId: number,
  { kind, note, seen, ...issued }: ValidSetProofBody,
): Promise<void> {
  const seal = await dataKeys.forSealing();
  const number = kind === 'none' ? '' : (issued.number ?? '');
  const issued_on = kind === 'none' ? null : issued.issued_on || null;
  await transaction(db, async (trx) => {
    await lockOrder(trx, orderId);
    const before = await trx
      .selectFrom('order_proofs')
      .select(['order_proofs.id', 'order_proofs.kind', 'order_proofs.issued_on'])
      .select(['order_proofs.number_sealed', 'order_proofs.note_sealed'])
      .where('order_proofs.order_id', '=', orderId)
      .executeTakeFirst();
    expectUnchanged(seen, presentProof(before ?? null, dataKeys));
    const id = before?.id ?? (await nextId(trx, 'order_proofs'));
    const proof = {
      kind,
      issued_on,
      number_sealed: seal(number, `order_proofs.number_sealed:${id}`),
      note_sealed: seal(note ?? '', `order_proofs.note_sealed:${id}`),
      updated_at: sql<Date>`now()`,
    };
    await trx
      .insertInto('order_proofs')
      .values({ id, order_id: orderId, ...proof })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(proof))
      .execute();
    await recordAudit(trx, {
      ...admin,
      action: 'order.set_proof',
      subjectType: 'order',
      subjectId: orderId,
      before: { proof: before?.kind ?? 'none', issued_on: before?.issued_on ?? null },
      after: { proof: kind, issued_on },
    });
  });
}
