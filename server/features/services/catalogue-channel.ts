import type { FastifyBaseLogger } from 'fastify';
import type { Channel } from '#server/db/notifications.ts';
import type { Catalogue } from './catalogue.ts';

/** Keeps the catalogue of this process fresh: triggers of the database notify of each change. */
export function catalogueChannel(catalogue: Catalogue, log: FastifyBaseLogger): Channel {
  function refresh(): void {
    catalogue.refresh().catch((error: unknown) => log.warn({ err: error }, 'catalogue not refreshed'));
  }
  return {
    onNotification: refresh,
    async catchUp(client) {
      const { rows } = await client.query<{ version: number }>('select version from catalogue_state');
      // Compare with the loaded version, not the last seen one, so that a failed refresh is retried.
      if (rows[0] && rows[0].version !== catalogue.version()) refresh();
    },
  };
}
