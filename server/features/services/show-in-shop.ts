import type { FastifyBaseLogger } from 'fastify';
import type { Catalogue } from './catalogue.ts';

/**
 * Loads what staff have changed before they are answered, so that who saved finds it in the shop.
 * It is written by then: a failure here must not say otherwise. Never throws.
 */
export async function showInShop(catalogue: Catalogue, log: FastifyBaseLogger): Promise<void> {
  await catalogue
    .refresh()
    .catch((error: unknown) => log.warn({ err: error }, 'catalogue not refreshed after a change'));
}
