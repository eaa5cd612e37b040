import { presentEach, readSlices } from '#server/db/read-slices.ts';
import type { ReadOwnData } from '#server/registry/feature.ts';
import { presentPersonalOrder } from './personal-orders.present.ts';
import { listPersonalOrders } from './personal-orders.queries.ts';

/** Returns what a person ordered, with what was paid and written about it. */
export const ownOrders: ReadOwnData = ({ database, dataKeys }, { id }) => ({
  lists: {
    orders: presentEach(
      readSlices((slice) => listPersonalOrders(database.db, id, slice)),
      (row) => presentPersonalOrder(row, dataKeys),
    ),
  },
});
