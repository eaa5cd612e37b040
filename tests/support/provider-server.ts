import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type pg from 'pg';
import { systemClock } from '#server/lib/clock.ts';
import { createLogger } from '#server/lib/logger.ts';
import { createBootpaySandbox } from '#server/sandbox/bootpay/bootpay-sandbox.ts';
import { SANDBOX_PATH } from '#shared/rules/payment-hosts.ts';

/** What a shop is known by there. */
export const PROVIDER_KEYS = { clientKey: 'sandbox-client', secretKey: 'sandbox-secret' };

/** The payment provider's stand-in, listening by itself. `webhookUrl` says where it tells the shop of its payments; without it, it tells nobody. */
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
