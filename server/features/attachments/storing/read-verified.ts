import { createHash } from 'node:crypto';
import { transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { AppError } from '#server/lib/errors.ts';
import { DecryptionError } from '#server/lib/keys/key-ring.ts';
import type { AttachmentDeps } from './attachment-deps.ts';
import { countParts, readPart, readParts, type WholeFile } from './file-parts.ts';
import { openFile, type StoredRow } from './stored-files.queries.ts';

type Deps = Pick<AttachmentDeps, 'db' | 'files' | 'dataKeys' | 'log' | 'clock'>;

/** Of a larger file only the beginning stays in memory; the rest is read a second time. */
const KEPT_PARTS = 1;
const SYSTEM = { actor: { id: null, user_id: 'system' }, address: 'system' } as const;

/** Raises the alarm: a log line each time, and once an entry of the audit log and the metric. */
export async function reportDamage({ db, log, clock }: Deps, id: number, cause: unknown): Promise<void> {
  log.error({ err: cause, attachment: id }, 'stored file damaged');
  await transaction(db, async (trx) => {
    const found = await trx
      .updateTable('attachments')
      .set({ damaged_at: clock.now() })
      .where('id', '=', id)
      .where('damaged_at', 'is', null)
      .executeTakeFirst();
    if (found.numUpdatedRows === 0n) return;
    await recordAudit(trx, { ...SYSTEM, action: 'attachment.damaged', subjectType: 'attachment', subjectId: id });
  });
}

async function endDamage({ db, log }: Deps, { id, damaged_at }: StoredRow): Promise<void> {
  if (damaged_at === null) return;
  await db.updateTable('attachments').set({ damaged_at: null }).where('id', '=', id).execute();
  log.warn({ attachment: id }, 'stored file is whole again');
}

async function verify(deps: Deps, file: WholeFile, sha256: Buffer): Promise<Buffer[]> {
  const hash = createHash('sha256');
  const kept: Buffer[] = [];
  for (let number = 0; number < countParts(file.size); number += 1) {
    const bytes = await readPart(deps, file, number);
    hash.update(bytes);
    if (number < KEPT_PARTS) kept.push(bytes);
  }
  if (!hash.digest().equals(sha256)) throw new DecryptionError(`file ${file.id} has another SHA-256 than its row`);
  return kept;
}

async function* partsOf(deps: Deps, file: WholeFile, kept: Buffer[]): AsyncGenerator<Buffer> {
  const from = kept.length;
  // Each is let go once it is sent: a slow download holds no more than it has in hand.
  for (let part = kept.shift(); part; part = kept.shift()) yield part;
  // Each part is authenticated: what changed since it was verified is an error here.
  yield* readParts(deps, file, from);
}

/**
 * Reads the whole file and compares its SHA-256, then gives its bytes a part at a time: of a
 * damaged file not one byte is given.
 * @throws AppError FILE_DAMAGED, FILES_UNAVAILABLE
 */
export async function readVerified(deps: Deps, row: StoredRow): Promise<AsyncGenerator<Buffer>> {
  const file = openFile(deps.dataKeys, row);
  try {
    const kept = await verify(deps, file, deps.dataKeys.decrypt(row.sha256, `attachments.sha256:${row.id}`));
    await endDamage(deps, row);
    return partsOf(deps, file, kept);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    await reportDamage(deps, row.id, error);
    throw new AppError('FILE_DAMAGED', { cause: error });
  }
}
