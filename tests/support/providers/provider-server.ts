import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type pg from 'pg';
import { systemClock } from '#server/lib/clock.ts';
import { createLogger } from '#server/lib/logger.ts';
import { createBootpaySandbox } from '#server/sandbox/bootpay/bootpay-sandbox.ts';
import { SANDBOX_PATH } from '#shared/platform/payment-hosts.ts';

/** The shop's keys there. */
export const PROVIDER_KEYS = { clientKey: 'sandbox-client', secretKey: 'sandbox-secret' };

/**
 * Starts the stand-in of the payment provider as a server of its own. Without `webhookUrl` it sends
 * no webhooks.
 */
export async function startProvider(connection: pg.ClientConfig, webhookUrl: (() => string) | undefined) {
  let url = '';
  const sandbox = createBootpaySandbox({
    connection,
    credentials: { kind: 'keys', ...PROVIDER_KEYS },
    clock: systemClock,
    log: createLogger('fatal'),
    publicUrl: () => url,
    // The shop has the keys of production here.
    isLive: true,
    ...(webhookUrl && { webhookUrl }),
  });
  const app = Fastify({ logger: false, forceCloseConnections: true });
  await app.register(sandbox.plugin, { prefix: SANDBOX_PATH });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
  return {
    url,
    sandbox,
    async close() {
      await app.close();
      await sandbox.close();
    },
  };
}
