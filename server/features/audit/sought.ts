import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { comparable } from '#shared/text/typed-text.ts';

/** How the audit log keeps a search: comparable with another one, and not readable. */
export type Sought = { q_hash?: string };

/**
 * Hashes searched words for the audit log, with the keys of `DATA_KEYS`: the log is kept for years
 * and never changed, and people type names and illnesses into searches.
 */
export async function soughtBy(dataKeys: Pick<DataKeys, 'forWriting'>, q: string | undefined): Promise<Sought> {
  if (q === undefined) return {};
  const { hash } = await dataKeys.forWriting();
  return { q_hash: hash(comparable(q), 'audit_log.q').toString('base64url') };
}
