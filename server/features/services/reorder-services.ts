import { sql } from 'kysely';
import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import type { ReorderServicesBody } from '#shared/features/services/admin-schemas.ts';

type Place = { id: number; position: number };

/** Locks and reads all services in their current order, so that concurrent changes run in turn. */
async function lockPlaces(trx: Trx): Promise<Place[]> {
  const places = await trx
    .selectFrom('services')
    .select(['services.id', 'services.position'])
    .where('services.deleted_at', 'is', null)
    .orderBy('services.id')
    .forUpdate()
    .execute();
  return places.toSorted((a, b) => a.position - b.position || a.id - b.id);
}

/**
 * Permutes `ids` within their own positions, and renumbers all positions from 1, because several
 * may share one.
 */
function newPlaces(places: readonly Place[], ids: readonly number[]): Place[] {
  const wanted = new Set(ids);
  const next = ids.values();
  return places.map(({ id }, index) => ({ id: wanted.has(id) ? (next.next().value ?? id) : id, position: index + 1 }));
}

async function writePlaces(trx: Trx, places: readonly Place[]): Promise<void> {
  await sql`
    update services set position = place.position, revision = revision + 1, updated_at = now()
    from unnest(${places.map(({ id }) => id)}::integer[], ${places.map(({ position }) => position)}::integer[])
      as place (id, position)
    where services.id = place.id`.execute(trx);
}

/**
 * Reorders services, all or a part such as one category; a part permutes its own positions. A moved
 * service gets a new version, so that an open editor cannot revert it silently.
 * @throws AppError SERVICE_NOT_FOUND for an unknown one; VERSION_CONFLICT when the order differs
 *   from `seen`
 */
export async function reorderServices(db: Db, admin: ActingAdmin, { ids, seen }: ReorderServicesBody): Promise<void> {
  await transaction(db, async (trx) => {
    const places = await lockPlaces(trx);
    const before = new Map(places.map(({ id, position }) => [id, position]));
    if (!ids.every((id) => before.has(id))) throw new AppError('SERVICE_NOT_FOUND');
    const wanted = new Set(ids);
    const present = places.filter(({ id }) => wanted.has(id)).map(({ id }) => id);
    if (seen !== undefined && present.join() !== seen.join()) throw new AppError('VERSION_CONFLICT');
    const moved = newPlaces(places, ids).filter(({ id, position }) => before.get(id) !== position);
    if (moved.length === 0) return;
    await writePlaces(trx, moved);
    await recordAudit(trx, {
      ...admin,
      action: 'service.reorder',
      subjectType: 'service',
      before: moved.map(({ id }) => ({ id, position: before.get(id) })),
      after: moved,
    });
  });
}
