/** A part of a table by ascending id: at most `limit` rows after the id `after`. */
export type Slice = { after: number; limit: number };

/**
 * Rows in a slice: few enough to decrypt and write within some milliseconds, so that a long list
 * holds up no other request.
 */
export const SLICE_ROWS = 50;

/**
 * Reads all rows slice by slice. Between two slices no connection is held, and the process answers
 * other requests.
 */
export async function* readSlices<Row extends { id: number }>(
  read: (slice: Slice) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let after = 0;
  for (;;) {
    const rows = await read({ after, limit: SLICE_ROWS });
    if (rows.length > 0) yield rows;
    if (rows.length < SLICE_ROWS) return;
    after = rows.at(-1)?.id ?? after;
  }
}

/** Presents the rows of each slice. */
export async function* presentEach<Row, Item>(
  slices: AsyncIterable<Row[]>,
  present: (row: Row) => Item,
): AsyncGenerator<Item[]> {
  for await (const rows of slices) yield rows.map(present);
}
