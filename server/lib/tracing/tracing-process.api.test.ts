import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createTestDatabase } from '#tests/support/app/database.ts';
import { FROM_SOURCES, freePort, type ShopProcess, startShop } from '#tests/support/app/shop-process.ts';
import { urlOf } from '#tests/support/payments/payment-environment.ts';
import { type OtlpReceiver, startOtlpReceiver } from '#tests/support/providers/otlp-receiver.ts';

/** Writes each module of the library that the process loads to standard error. */
const WATCH = `
import { registerHooks } from 'node:module';
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('@opentelemetry/')) process.stderr.write('loaded ' + specifier + '\\n');
    return next(specifier, context);
  },
});`;

let receiver: OtlpReceiver;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  receiver = await startOtlpReceiver();
  database = await createTestDatabase(inject('postgres'));
});
afterAll(async () => {
  await database.drop();
  await receiver.close();
});

/** Starts the real process, makes one call and stops it. */
async function runShop(env: Record<string, string>): Promise<{ shop: ShopProcess; exitCode: number | null }> {
  const variables = {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(WATCH)}`,
    DATABASE_URL: urlOf(database.connection),
    PAGES: 'none',
    ...env,
  };
  const shop = await startShop(tmpdir(), variables, undefined, FROM_SOURCES);
  await shop.ready();
  expect((await fetch(`${shop.url}/api/services`)).status).toBe(200);
  return { shop, exitCode: await shop.end('SIGTERM') };
}

it('tracing loads nothing and sends nothing without a configured collector', async () => {
  const { shop, exitCode } = await runShop({});
  expect(exitCode).toBe(0);
  expect(shop.output()).not.toContain('loaded @opentelemetry');
  expect(receiver.requests).toEqual([]);
});

it('tracing sends the remaining spans on shutdown, with the configured headers', async () => {
  const { shop, exitCode } = await runShop({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=a%20shop,x-key=k=1',
  });
  expect(exitCode).toBe(0);
  expect(shop.output()).toContain('loaded @opentelemetry/sdk-trace');
  expect(receiver.requests.at(-1)).toMatchObject({
    path: '/v1/traces',
    headers: { 'x-tenant': 'a shop', 'x-key': 'k=1' },
  });
  expect(receiver.spans).toContainEqual(expect.objectContaining({ name: 'GET /api/services', service: 'shop' }));
});

it('tracing stops cleanly without a reachable collector', async () => {
  const away = await runShop({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` });
  expect(away.exitCode).toBe(0);
});
