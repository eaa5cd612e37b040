import pLimit from 'p-limit';
import { DecryptionError } from '#server/lib/keys/key-ring.ts';
import { type WorkerProcess, WorkFailed } from '#server/lib/process/worker-process.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import type { AttachmentDeps } from '../storing/attachment-deps.ts';
import { collect, cutIntoParts, readParts, type WholeFile, writeParts } from '../storing/file-parts.ts';
import { readVerified } from '../storing/read-verified.ts';
import { openFile, type StoredRow } from '../storing/stored-files.queries.ts';
import { createOwnerTurns } from './owner-turns.ts';

export type DrawPreview = WorkerProcess<Uint8Array, Uint8Array | undefined>;
type Deps = Pick<AttachmentDeps, 'db' | 'dataKeys' | 'files' | 'log' | 'clock'> & { drawing: DrawPreview };

/** How long drawing may take, before its process is killed. */
export const PREVIEW_MS = 10 * SECOND_MS;

async function* once(bytes: Uint8Array): AsyncGenerator<Buffer> {
  yield Buffer.from(bytes);
}

type Preview = WholeFile & { isPreview: true };

function previewOf({ dataKeys }: Deps, row: StoredRow, size: number): Preview {
  return { ...openFile(dataKeys, row), isPreview: true, size };
}

/** Undefined also where drawing took too long or ended the process: it would do so again. */
async function draw(deps: Deps, row: StoredRow): Promise<Uint8Array | undefined> {
  const bytes = await collect(await readVerified(deps, row));
  try {
    return await deps.drawing.run(bytes);
  } catch (error) {
    if (!(error instanceof WorkFailed)) throw error;
    deps.log.warn({ err: error.cause, attachment: row.id }, 'preview failed');
    return undefined;
  }
}

/** Draws and keeps the preview, or that there is none. */
async function makePreview(deps: Deps, row: StoredRow): Promise<Buffer | undefined> {
  const drawn = await draw(deps, row);
  // A store that is only read keeps none.
  if (drawn && row.object_key !== null && !deps.files.isWritten) return Buffer.from(drawn);
  if (drawn) await writeParts(deps, previewOf(deps, row, drawn.length), cutIntoParts(once(drawn)));
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
 * Creates the reader of previews. A preview is drawn when it is first wanted; undefined where there
 * is none. Drawing needs the whole image, so one is in memory at a time; each uploader has one in
 * the queue, so that costly images of one hold up the images of others only for one drawing.
 * The reader throws AppError FILE_DAMAGED, FILES_UNAVAILABLE.
 */
export function createPreviews(deps: Deps): (row: StoredRow) => Promise<Buffer | undefined> {
  const oneAtATime = pLimit(1);
  const turnOf = createOwnerTurns();

  /** The row may have changed while it waited: another request may have drawn it. */
  async function makeUnlessMade({ id }: StoredRow): Promise<Buffer | undefined> {
    const row = await deps.db.selectFrom('attachments').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row || row.preview === 'none') return undefined;
    return (await readKept(deps, row)) ?? oneAtATime(() => makePreview(deps, row));
  }

  return async (row) => {
    if (row.preview === 'none') return undefined;
    const kept = await readKept(deps, row);
    if (kept) return kept;
    return turnOf(row.owner_id, () => makeUnlessMade(row));
  };
}
