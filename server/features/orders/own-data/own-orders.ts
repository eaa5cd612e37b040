import { presentEach, readSlices, type Slice } from '#server/db/read-slices.ts';
import type { Db } from '#server/db/transaction.ts';
import { type CaseAccess, listCaseAccess } from '#server/features/participants/participants.access.ts';
import type { ReadOwnData } from '#server/registry/feature.ts';
import { presentPersonalOrder } from './personal-orders.present.ts';
import { listPersonalOrders, type PersonalOrder } from './personal-orders.queries.ts';

type Readable = PersonalOrder & { access: CaseAccess };

/** Reads a slice of the orders in which a person has a part, each with what the person may read of it. */
async function readReadable(db: Db, userId: number, slice: Slice, now: Date): Promise<Readable[]> {
  const rows = await listPersonalOrders(db, userId, slice);
  const ids = rows.map(({ id }) => id);
  const accesses = await listCaseAccess(db, userId, ids, now);
  return rows.flatMap((row) => {
    const access = accesses.get(row.id);
    return access ? [{ ...row, access }] : [];
  });
}

/** Returns the orders in which a person has a part, with what was paid and written as the person may read it. */
export const ownOrders: ReadOwnData = ({ database, dataKeys, clock }, { id }) => ({
  lists: {
    orders: presentEach(
      readSlices((slice) => readReadable(database.db, id, slice, clock.now())),
      ({ access, ...row }) => presentPersonalOrder(row, access, dataKeys),
    ),
  },
});
