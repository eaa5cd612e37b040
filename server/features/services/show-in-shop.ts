import type { FastifyBaseLogger } from 'fastify';
import type { Catalogue } from './catalogue.ts';

/**
 * Refreshes the catalogue before responding, so that the editor sees the change at once. The change
 * is committed already, so a failure must not fail the call. Never throws.
 */
export async function showInShop(catalogue: Catalogue, log: FastifyBaseLogger): Promise<void> {
  await catalogue
    .refresh()
    .catch((error: unknown) => log.warn({ err: error }, 'catalogue not refreshed after a change'));
}
