import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import type { PaymentConfig } from '#server/config.ts';
import type { Clock } from '#server/lib/clock.ts';
import { brandColourRule } from '#shared/platform/brand-colours.ts';
import { SANDBOX_PATH } from '#shared/platform/payment-hosts.ts';
import { createCancelDesk } from './cancel-desk.ts';
import { registerClientApi } from './client-api.ts';
import { createAuthenticationStore } from './identity/authentication-store.ts';
import { registerIdentityApi } from './identity/identity-api.ts';
import { createIdentityDesk } from './identity/identity-desk.ts';
import { createMerchantAuth } from './merchant-auth.ts';
import { endPage } from './pages.ts';
import { createPaymentDesk } from './payment-desk.ts';
import { ProviderError } from './provider-error.ts';
import { defaultQuirks } from './quirks.ts';
import { presentReceipt, type SandboxReceipt } from './receipt.ts';
import { createReceiptStore, type ReceiptStore } from './receipt-store.ts';
import { registerServerApi } from './server-api.ts';
import { quirksOf, type Steering } from './steering.ts';
import { createWebhookSender, type WebhookType } from './webhooks.ts';

type Options = {
  connection: pg.ClientConfig;
  credentials: PaymentConfig['credentials'];
  clock: Clock;
  log: FastifyBaseLogger;
  /** For the addresses in its answers; without a slash at the end. */
  publicUrl: () => string;
  /** Where the shop takes webhooks; undefined: none are sent. */
  webhookUrl?: () => string;
  /** For tests: its payments look like real ones, as with the provider's production keys. */
  isLive?: boolean;
};

/**
 * A stand-in for the payment provider that speaks its protocol to both of its SDKs; no money moves.
 */
export type BootpaySandbox = {
  /** To be registered with the prefix `SANDBOX_PATH`. */
  plugin: FastifyPluginAsync;
  store: ReceiptStore;
  steering: Steering;
  /** Carries out the cancels that are due by its clock. Every call to it does the same first. */
  catchUp: () => Promise<void>;
  close: () => Promise<void>;
};

const ASSETS_DIR = join(import.meta.dirname, 'assets');
const ASSETS = [
  ['messenger.js', 'text/javascript; charset=utf-8'],
  ['window.js', 'text/javascript; charset=utf-8'],
  ['payment.js', 'text/javascript; charset=utf-8'],
  ['identity.js', 'text/javascript; charset=utf-8'],
  ['sandbox.css', 'text/css; charset=utf-8'],
] as const;

/** Its pages are framed by the shop's, and run nothing but their own files. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'self'",
  'cache-control': 'no-store',
};

async function registerAssets(app: FastifyInstance): Promise<void> {
  for (const [name, type] of ASSETS) {
    const file = await readFile(join(ASSETS_DIR, name), 'utf8');
    const content = name.endsWith('.css') ? `${brandColourRule()}\n${file}` : file;
    app.get(`/assets/${name}`, (_request, reply) => reply.type(type).send(content));
  }
}

function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const isKnown = error instanceof ProviderError;
    if (!isKnown) request.log.error({ err: error }, 'payment sandbox failed');
    const status = isKnown ? error.status : (error.statusCode ?? 500);
    if (request.method === 'GET' && request.headers.accept?.includes('text/html')) {
      const text = isKnown ? error.message : '잠시 후 다시 시도해주세요.';
      return reply
        .code(status)
        .type('text/html; charset=utf-8')
        .send(endPage(app.prefix, '열 수 없습니다', text));
    }
    const body = isKnown ? error.body : { error_code: 'RC_SERVER_ERROR', message: '서버 오류가 발생했습니다.' };
    return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
  });
}

/** Creates the stand-in for the payment provider: REST API, payment window and webhooks. */
export function createBootpaySandbox(options: Options): BootpaySandbox {
  const { connection, credentials, clock, log, publicUrl, webhookUrl, isLive = false } = options;
  const store = createReceiptStore(connection);
  const steering: Steering = { quirks: defaultQuirks() };
  const webhooks = webhookUrl && createWebhookSender(webhookUrl, log, steering);
  const onChange = (type: WebhookType, receipt: SandboxReceipt) => webhooks?.send(type, present(receipt));
  const quirksOfReceipt = (receiptId: string) => quirksOf(steering, receiptId);
  const cancelDesk = createCancelDesk({ store, clock, quirksOf: quirksOfReceipt, onChange });
  const desk = createPaymentDesk({ store, clock, onChange, catchUp: cancelDesk.catchUp });
  const authentications = createAuthenticationStore(connection);
  const identityDesk = createIdentityDesk({ store: authentications, clock });
  const present = (receipt: SandboxReceipt) =>
    presentReceipt(receipt, {
      now: clock.now(),
      quirks: quirksOfReceipt(receipt.receipt_id),
      phase: cancelDesk.phaseOf(receipt.receipt_id),
      isLive,
      publicUrl: publicUrl(),
      pathPrefix: SANDBOX_PATH,
    });
  const auth = createMerchantAuth(credentials, clock);

  const plugin: FastifyPluginAsync = async (app) => {
    handleErrors(app);
    app.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, hide: true };
    });
    app.addHook('onRequest', (_request, reply, done) => {
      reply.headers(HEADERS);
      done();
    });
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    });
    await registerAssets(app);
    registerServerApi(app, { desk, cancelDesk, identityDesk, auth, steering, present });
    registerIdentityApi(app, { desk: identityDesk, auth });
    registerClientApi(app, { desk, identityDesk, auth, steering, clock, present });
  };

  return {
    plugin,
    store,
    steering,
    catchUp: cancelDesk.catchUp,
    async close() {
      cancelDesk.stop();
      webhooks?.stop();
      await authentications.close();
      await store.close();
    },
  };
}
