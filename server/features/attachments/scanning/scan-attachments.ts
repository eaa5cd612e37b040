import { listReaders } from '#server/features/participants/room-access.ts';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { isUnavailable } from '../stores/file-store.ts';
import type { AttachmentDeps } from '../storing/attachment-deps.ts';
import { readVerified } from '../storing/read-verified.ts';
import type { StoredRow } from '../storing/stored-files.queries.ts';

const BATCH = 20;

type Deps = Pick<AttachmentDeps, 'db' | 'dataKeys' | 'files' | 'clock' | 'scanner' | 'events' | 'log'>;

async function tellReaders({ db, events, clock }: Deps, { message_id }: StoredRow): Promise<void> {
  if (message_id === null) return;
  const message = await db
    .selectFrom('conversation_messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .select(['m.seq', 'm.conversation_id', 'c.user_id', 'c.order_id', 'c.room'])
    .where('m.id', '=', message_id)
    .executeTakeFirst();
  if (!message) return;
  const data = { conversation_id: message.conversation_id, seq: message.seq };
  const users = await listReaders(db, message, clock.now());
  events.publish({ name: 'message', data, to: { users, staff: 'consultations' } });
}

/**
 * Scans the queued files, oldest first. While the scanner is unreachable they stay queued and
 * cannot be downloaded.
 */
export async function scanAttachments(deps: Deps, { signal }: Stoppable = {}): Promise<void> {
  const { db, scanner, log } = deps;
  if (!scanner) return;
  let after = 0;
  for (;;) {
    const rows = await db
      .selectFrom('attachments')
      .selectAll()
      .where('state', '=', 'stored')
      .where('scan', '=', 'pending')
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const row of rows) {
      if (signal?.aborted) return;
      after = row.id;
      try {
        const scan = await scanner(await readVerified(deps, row));
        const scanned = await db
          .updateTable('attachments')
          .set({ scan })
          .where('id', '=', row.id)
          .returningAll()
          .executeTakeFirst();
        if (scan === 'infected') log.warn({ attachment: row.id }, 'malware found in an attachment');
        if (scanned) await tellReaders(deps, scanned);
      } catch (error) {
        log.error({ err: error, attachment: row.id }, 'attachment not scanned');
        // The next one would wait for the store as long.
        if (isUnavailable(error)) return;
      }
    }
    if (rows.length < BATCH) return;
  }
}
