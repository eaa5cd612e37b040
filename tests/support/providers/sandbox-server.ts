import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { inject } from 'vitest';
import type { PaymentConfig } from '#server/config.ts';
import type { IdentityProvider } from '#server/features/accounts/identity-provider.ts';
import { createBootpayClient } from '#server/features/payments/gateway/bootpay-client.ts';
import { createBootpayGateway } from '#server/features/payments/gateway/bootpay-gateway.ts';
import type { PaymentGateway } from '#server/features/payments/gateway/gateway.ts';
import { createIdentityGateway } from '#server/features/payments/gateway/identity-gateway.ts';
import { createLogger } from '#server/lib/logger.ts';
import { type BootpaySandbox, createBootpaySandbox } from '#server/sandbox/bootpay/bootpay-sandbox.ts';
import { SANDBOX_API_PATH, SANDBOX_PATH } from '#shared/platform/payment-hosts.ts';
import { createTestClock, type TestClock } from '#tests/support/app/clock.ts';
import { createTestDatabase } from '#tests/support/app/database.ts';
import { type BootpayDriver, createBootpayDriver } from '#tests/support/payments/bootpay.ts';

type Credentials = PaymentConfig['credentials'];

type ClientOptions = { credentials?: Credentials; deadlineMs?: number };

type RestAnswer = { status: number; body: Record<string, unknown> };

/** The stand-in provider alone, without the shop. */
export type SandboxServer = {
  url: string;
  driver: BootpayDriver;
  sandbox: BootpaySandbox;
  clock: TestClock;
  /** The shop's ways to it; other credentials than its own may be given. */
  gateway: (options?: ClientOptions) => PaymentGateway;
  identityGateway: (options?: ClientOptions) => IdentityProvider;
  /**
   * A call of its REST API as it is on the wire, with the newer keys: a POST where there is a body.
   */
  rest: (path: string, body?: unknown) => Promise<RestAnswer>;
  close: () => Promise<void>;
};

const KEYS = { kind: 'keys', clientKey: 'sandbox-client', secretKey: 'sandbox-secret' } as const;
export const APPLICATION: Credentials = { kind: 'application', applicationId: 'app-id', privateKey: 'app-secret' };

type Options = { credentials?: Credentials; webhookUrl?: () => string };

/** Starts the payment sandbox on a server and a database of its own. */
export async function startSandboxServer({ credentials = KEYS, webhookUrl }: Options = {}): Promise<SandboxServer> {
  const { connection, drop } = await createTestDatabase(inject('postgres'));
  const clock = createTestClock();
  const log = createLogger('fatal');
  let url = '';
  const sandbox = createBootpaySandbox({
    connection,
    credentials,
    clock,
    log,
    publicUrl: () => url,
    ...(webhookUrl && { webhookUrl }),
  });
  const app = Fastify({ logger: false, forceCloseConnections: true });
  await app.register(sandbox.plugin, { prefix: SANDBOX_PATH });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
  const clientOf = ({ credentials: own = credentials, ...rest }: ClientOptions = {}) =>
    createBootpayClient({
      payment: {
        sandbox: true,
        acceptsTestPayments: true,
        offersIdentityCheck: true,
        credentials: own,
        apiUrl: undefined,
      },
      clock,
      sandboxApiUrl: () => `${url}${SANDBOX_API_PATH}`,
      ...rest,
    });
  const clientKey = credentials.kind === 'keys' ? credentials.clientKey : credentials.applicationId;
  return {
    url,
    driver: createBootpayDriver({ url, sandbox, clientKey, now: clock.now }),
    sandbox,
    clock,
    gateway: (options) => createBootpayGateway(clientOf(options)),
    identityGateway: (options) => createIdentityGateway(clientOf(options)),
    async rest(path, body) {
      const authorization = `Basic ${Buffer.from(`${KEYS.clientKey}:${KEYS.secretKey}`).toString('base64')}`;
      const response = await fetch(`${url}${SANDBOX_API_PATH}${path}`, {
        headers: { authorization, 'content-type': 'application/json' },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      });
      return { status: response.status, body: Object(await response.json()) };
    },
    async close() {
      await app.close();
      await sandbox.close();
      await drop();
    },
  };
}
