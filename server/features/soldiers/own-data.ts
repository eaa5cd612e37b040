import { presentEach, readSlices, type Slice } from '#server/db/read-slices.ts';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { withWireTime } from '#server/lib/wire-time.ts';
import type { ReadOwnData } from '#server/registry/feature.ts';
import { SOLDIER_COLUMNS } from './soldiers.lookup.ts';

function listPersonalSoldiers(db: DbOrTrx, userId: number, { after, limit }: Slice) {
  return db
    .selectFrom('soldiers')
    .select([...SOLDIER_COLUMNS, 'soldiers.created_at'])
    .where('user_id', '=', userId)
    .where('soldiers.id', '>', after)
    .orderBy('soldiers.id')
    .limit(limit)
    .execute();
}

/** The soldiers that a person registered. */
export const ownSoldiers: ReadOwnData = ({ database }, { id }) => ({
  lists: {
    soldiers: presentEach(
      readSlices((slice) => listPersonalSoldiers(database.db, id, slice)),
      withWireTime,
    ),
  },
});
