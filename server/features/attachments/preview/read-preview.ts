import pLimit from 'p-limit';
import type { WorkerProcess } from '#server/lib/process/worker-process.ts';
import type { AttachmentDeps } from '../storing/attachment-deps.ts';
import { readParts, writeParts } from '../storing/file-parts.ts';
import { openFile, type StoredRow } from '../storing/stored-files.queries.ts';

export type DrawPreview = WorkerProcess<Uint8Array, Uint8Array | undefined>;
type Deps = Pick<AttachmentDeps, 'db' | 'dataKeys'> & { drawing: DrawPreview };

/** Drawing needs the whole image: one is in memory at a time. */
const oneAtATime = pLimit(1);

async function collect(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Buffer> {
  yield Buffer.from(bytes);
}

/** Draws and keeps the preview. Of two that do it at once the first is kept. */
async function makePreview({ db, dataKeys, drawing }: Deps, row: StoredRow): Promise<Buffer | undefined> {
  const drawn = await drawing.run(await collect(readParts(db, openFile(dataKeys, row))));
  const claimed = await db
    .updateTable('attachments')
    .set({ preview: drawn ? 'made' : 'none' })
    .where('id', '=', row.id)
    .where('preview', '=', 'possible')
    .executeTakeFirst();
  if (!drawn) return undefined;
  if (claimed.numUpdatedRows === 1n) await writeParts(db, openFile(dataKeys, row, true), once(drawn));
  return Buffer.from(drawn);
}

/** The preview of an image, drawn when it is first wanted; undefined where there is none. */
export async function readPreview(deps: Deps, row: StoredRow): Promise<Buffer | undefined> {
  if (row.preview === 'none') return undefined;
  const { db, dataKeys } = deps;
  if (row.preview === 'made') {
    const kept = await collect(readParts(db, openFile(dataKeys, row, true))).catch(() => undefined);
    // Not there while another call is just keeping it.
    if (kept) return kept;
  }
  return oneAtATime(() => makePreview(deps, row));
}
