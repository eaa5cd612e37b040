import pLimit from 'p-limit';
import { DecryptionError } from '#server/lib/keys/key-ring.ts';
import type { WorkerProcess } from '#server/lib/process/worker-process.ts';
import type { AttachmentDeps } from '../storing/attachment-deps.ts';
import { readParts, type WholeFile, writeParts } from '../storing/file-parts.ts';
import { readVerified } from '../storing/read-verified.ts';
import { openFile, type StoredRow } from '../storing/stored-files.queries.ts';

export type DrawPreview = WorkerProcess<Uint8Array, Uint8Array | undefined>;
type Deps = Pick<AttachmentDeps, 'db' | 'dataKeys' | 'files' | 'log' | 'clock'> & { drawing: DrawPreview };

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

type Preview = WholeFile & { isPreview: true };

function previewOf({ dataKeys }: Deps, row: StoredRow, size: number): Preview {
  return { ...openFile(dataKeys, row), isPreview: true, size };
}

/** Draws and keeps the preview. Where it cannot be kept it is drawn again the next time. */
async function makePreview(deps: Deps, row: StoredRow): Promise<Buffer | undefined> {
  const drawn = await deps.drawing.run(await collect(await readVerified(deps, row)));
  if (drawn) await writeParts(deps, previewOf(deps, row, drawn.length), once(drawn));
  await deps.db
    .updateTable('attachments')
    .set(drawn ? { preview: 'made', preview_size: drawn.length } : { preview: 'none' })
    .where('id', '=', row.id)
    // Moved in between: it was kept where the file is no more.
    .where('object_key', 'is not distinct from', row.object_key)
    .execute();
  return drawn && Buffer.from(drawn);
}

async function readKept(deps: Deps, row: StoredRow): Promise<Buffer | undefined> {
  if (row.preview !== 'made' || row.preview_size === null) return undefined;
  try {
    return await collect(readParts(deps, previewOf(deps, row, row.preview_size)));
  } catch (error) {
    // Damaged or lost, which costs nothing: it is drawn again.
    if (error instanceof DecryptionError) return undefined;
    throw error;
  }
}

/**
 * The preview of an image, drawn when it is first wanted; undefined where there is none.
 * @throws AppError FILE_DAMAGED, FILES_UNAVAILABLE
 */
export async function readPreview(deps: Deps, row: StoredRow): Promise<Buffer | undefined> {
  if (row.preview === 'none') return undefined;
  return (await readKept(deps, row)) ?? oneAtATime(() => makePreview(deps, row));
}
