import type { DbOrTrx } from '#server/db/transaction.ts';
import type { IdentityDeps } from '#server/features/accounts/identity-checks.ts';
import type { AnnounceDeps } from '#server/features/participants/case-events.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import type { GlyphCheck } from './letter-writer.ts';

export type LetterDeps = IdentityDeps & AnnounceDeps & { glyphs: GlyphCheck };

/** Dependencies of reading letters; `now` decides which offers have expired. */
export type LetterReading = {
  db: DbOrTrx;
  dataKeys: Pick<DataKeys, 'readText'>;
  now: Date;
};
