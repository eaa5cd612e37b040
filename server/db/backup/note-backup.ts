import pg from 'pg';
import { reaching } from '../unreachable.ts';

/** Notes in the database that a copy of it was completed. Throws where the database takes no writes. */
export async function noteBackup(connection: pg.ClientConfig, madeAt: Date): Promise<void> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await reaching(() => client.connect());
  try {
    await client.query(
      `insert into last_backup (made_at) values ($1)
        on conflict (id) do update set made_at = greatest(last_backup.made_at, excluded.made_at)`,
      [madeAt],
    );
  } finally {
    await client.end();
  }
}
