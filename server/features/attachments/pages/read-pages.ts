import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { type WorkerProcess, WorkFailed } from '#server/lib/process/worker-process.ts';
import type { FilePages } from '#shared/features/attachments/schemas.ts';
import { createOwnerTurns } from '../preview/owner-turns.ts';
import type { AttachmentDeps } from '../storing/attachment-deps.ts';
import { collect } from '../storing/file-parts.ts';
import { readVerified } from '../storing/read-verified.ts';
import type { StoredRow } from '../storing/stored-files.queries.ts';
import type { PagesResult, PagesWork } from './draw-pages.ts';

/** So many files are remembered that took too long or ended the process. */
const MOST_FAILED = 10_000;

type Deps = AttachmentDeps & { drawing: WorkerProcess<PagesWork, PagesResult> };

/** A PDF in pages; both throw AppError FILE_DAMAGED, FILES_UNAVAILABLE. */
export type PageReader = {
  list: (row: StoredRow) => Promise<FilePages>;
  /** Undefined where there is no such page, or it cannot be drawn. */
  draw: (row: StoredRow, page: number) => Promise<Uint8Array | undefined>;
};

export const isInPages = ({ media_type }: Pick<StoredRow, 'media_type'>) => media_type === 'application/pdf';

/**
 * Creates the reader of PDFs. Pages are rendered on request and not cached: one takes about 0.1 s. The
 * whole file is in memory meanwhile, so one page is rendered at a time.
 */
export function createPageReader(deps: Deps): PageReader {
  const oneAtATime = pLimit(1);
  const turnOf = createOwnerTurns();
  const failed = new LRUCache<number, true>({ max: MOST_FAILED });

  /** Undefined where the work took too long or ended the process: it would do so again, and is not tried again. */
  async function run(row: StoredRow, page: number | undefined): Promise<PagesResult | undefined> {
    if (failed.has(row.id)) return undefined;
    const bytes = await collect(await readVerified(deps, row));
    try {
      return await deps.drawing.run(page === undefined ? { bytes } : { bytes, page });
    } catch (error) {
      if (!(error instanceof WorkFailed)) throw error;
      failed.set(row.id, true);
      deps.log.warn({ err: error.cause, attachment: row.id }, 'pages failed');
      return undefined;
    }
  }
  const inTurn = async (row: StoredRow, page?: number) => turnOf(row.owner_id, () => oneAtATime(() => run(row, page)));

  return {
    async list(row) {
      const result = await inTurn(row);
      return result && 'pages' in result ? result.pages : { state: 'damaged', count: 0, pages: [] };
    },
    async draw(row, page) {
      const result = await inTurn(row, page);
      return result && 'image' in result ? result.image : undefined;
    },
  };
}
