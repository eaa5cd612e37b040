import { expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app/app.ts';

/** Counts the lines about an untrusted proxy after requests from a peer with a forwarded address. */
async function countWarnings(env: Record<string, string>, peer: string, forwarded: string | undefined) {
  const lines: string[] = [];
  const own = await startTestApp({
    env: { PAYMENT_SANDBOX: '1', LOG_LEVEL: 'warn', ...env },
    logTo: { write: (line: string) => void lines.push(line) },
  });
  try {
    const client = own.client(peer);
    for (let tries = 0; tries < 3; tries += 1) {
      await client.get('/api/csrf-token', forwarded ? { headers: { 'x-forwarded-for': forwarded } } : {});
    }
  } finally {
    await own.close();
  }
  return lines.filter((line) => line.includes('TRUST_PROXY')).length;
}

const production = { NODE_ENV: 'production' };
const trusting = { ...production, TRUST_PROXY: '10.0.0.5' };

it.each([
  ['a proxy that is not trusted', production, '10.0.0.5', '203.0.113.7', 1],
  ['a proxy on this machine that is not trusted', production, '::ffff:127.0.0.1', '203.0.113.7:4711', 1],
  ['a second proxy behind a trusted one', trusting, '10.0.0.5', '203.0.113.7, 10.1.1.1', 1],
  ['a trusted proxy', trusting, '10.0.0.5', '203.0.113.7', 0],
  ['a client in the local network behind a trusted proxy', trusting, '10.0.0.5', '192.168.0.9', 0],
  ['a public client that invents a header', production, '203.0.113.7', '198.51.100.1', 0],
  ['no header', production, '10.0.0.5', undefined, 0],
  ['a proxy outside of production', { NODE_ENV: 'test' }, '10.0.0.5', '203.0.113.7', 0],
])('with %s there is a warning once or none', async (_, env, peer, forwarded, count) => {
  expect(await countWarnings(env, peer, forwarded)).toBe(count);
});
