import { sql } from 'kysely';
import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Staff } from '#server/http/staff.ts';
import { AppError } from '#server/lib/errors.ts';
import type { ReorderServicesBody } from '#shared/features/services/admin-schemas.ts';

type Place = { id: number; position: number };

/** All that is on sale in its present order; held, so that two who reorder at once do so one after the other. */
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
 * Moves `ids` into their own places in a new order, and counts all places from 1, since several may
 * have had the same position.
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
 * Puts services in a new order, all of them or a part, as of one category: a part exchanges its own
 * places and leaves the others. What moves counts as changed, so an editor that is open on it does
 * not put it back silently.
 * @throws AppError SERVICE_NOT_FOUND when one of them is unknown; VERSION_CONFLICT when they no
 * longer stand as they were `seen`
 */
export async function reorderServices(db: Db, staff: Staff, { ids, seen }: ReorderServicesBody): Promise<void> {
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
      ...staff,
      action: 'service.reorder',
      subjectType: 'service',
      before: moved.map(({ id }) => ({ id, position: before.get(id) })),
      after: moved,
    });
  });
}
