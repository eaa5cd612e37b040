import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';

export type VapidKeys = { publicKey: string; privateKey: string };

type Parts = { db: Db; clock: Clock; dataKeys: DataKeys };

const PLACE = 'push_keys.private_key_sealed:1';

async function readKeys({ db, dataKeys }: Parts): Promise<VapidKeys | undefined> {
  const row = await db.selectFrom('push_keys').select(['public_key', 'private_key_sealed']).executeTakeFirst();
  return row && { publicKey: row.public_key, privateKey: dataKeys.decryptText(row.private_key_sealed, PLACE) };
}

/** Of processes that start at once, one stores its pair; all use that one. */
async function makeKeys(parts: Parts): Promise<VapidKeys> {
  const { db, clock, dataKeys } = parts;
  // Loaded when it is needed: most starts find their pair.
  const { default: webPush } = await import('web-push');
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const cipher = await dataKeys.forWriting();
  await db
    .insertInto('push_keys')
    .values({
      public_key: publicKey,
      private_key_sealed: cipher.encryptText(privateKey, PLACE),
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = await readKeys(parts);
  if (!kept) throw new Error('the keys of web push disappeared');
  return kept;
}

/** The shop's key pair for web push: the configured one, else that of the database, which the first call makes. */
export function createVapidKeys(configured: VapidKeys | undefined, parts: Parts): () => Promise<VapidKeys> {
  let known: Promise<VapidKeys> | undefined = configured && Promise.resolve(configured);
  return () => {
    known ??= readKeys(parts)
      .then((kept) => kept ?? makeKeys(parts))
      .catch((error: unknown) => {
        known = undefined;
        throw error;
      });
    return known;
  };
}
