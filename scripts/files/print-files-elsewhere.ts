import type { ClientConfig } from 'pg';
import { openDatabase } from '../../server/db/connection.ts';
import { countFilePlaces } from '../../server/features/attachments/stores/report-file-places.ts';

/** Says what a copy of the database does not hold: the bytes of files in the file store. */
export async function printFilesElsewhere(connection: ClientConfig): Promise<void> {
  const database = openDatabase({ connection, poolSize: 1 });
  try {
    const { inStore, storeBytes } = await countFilePlaces(database.db);
    if (inStore === 0) return;
    const mib = Math.ceil(storeBytes / 1024 / 1024);
    console.log(`${inStore} files (${mib} MiB) lie in the file store: their bytes are in no copy of the database`);
  } finally {
    await database.close();
  }
}
