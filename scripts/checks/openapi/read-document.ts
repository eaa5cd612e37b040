import { buildApp } from '#server/app.ts';
import { loadConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/connection.ts';
import { assembleDeps } from '#server/deps.ts';
import { catalogueOf } from '#server/features/services/catalogue.ts';
import { snapshotAt } from '#server/features/services/catalogue-snapshot.ts';
import { loadSignUpTable } from '#server/features/terms/sign-up-table.ts';
import { systemClock } from '#server/lib/clock.ts';
import { newDataKey } from '#server/lib/keys/key-ring.ts';
import { createLogger } from '#server/lib/logger.ts';

/** Returns the API's document as text. Builds the app on a database that nothing asks. */
export async function readDocument(): Promise<string> {
  const config = {
    ...loadConfig({ PUBLIC_URL: 'https://shop.example', DATA_KEYS: newDataKey() }),
    pages: 'none' as const,
  };
  const database = openDatabase({ connection: {}, poolSize: 1 });
  const clock = systemClock;
  const log = createLogger('silent');
  const nothing = snapshotAt({ version: 0, terms: new Map(), held: new Map() }, clock.now());
  const catalogue = catalogueOf(nothing, { db: database.db, clock, log });
  const deps = assembleDeps({ config, database, log, clock }, { catalogue, signUpTable: await loadSignUpTable() });
  const app = await buildApp(deps);
  try {
    const { body } = await app.inject('/api/openapi.json');
    return body;
  } finally {
    await app.close();
    await deps.close();
    await database.close();
  }
}
