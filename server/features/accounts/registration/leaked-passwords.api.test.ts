import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '#server/lib/logger.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createLeakCheck } from './leaked-passwords.ts';

const LEAKED = 'leaked somewhere 7';
const PADDING = 'only in the padding 7';

const hashOf = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();

/** A stand-in for the list of leaks. */
const asked: string[] = [];
let mode: 'answers' | 'fails' | 'hangs' = 'answers';
const provider = createServer((request, response) => {
  asked.push(request.url ?? '');
  if (mode === 'hangs') return;
  if (mode === 'fails') {
    response.writeHead(503).end();
    return;
  }
  const lines = [`${'0'.repeat(35)}:3`, `${hashOf(LEAKED).slice(5)}:12`, `${hashOf(PADDING).slice(5)}:0`];
  response.end(lines.join('\r\n'));
});
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  provider.closeAllConnections();
  provider.close();
});
const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/range`;

const shop = await setUpTestApp({ env: { PWNED_PASSWORDS_URL: url } });

beforeEach(() => {
  mode = 'answers';
  asked.length = 0;
});

let count = 0;
function register(password: string) {
  count += 1;
  const account = { userId: `leak.test${count}`, phone: '01012345678', email: '', fullname: '', acceptedTos: true };
  return shop.client().post('/api/auth/register', { ...account, password });
}

const REFUSED = {
  code: 'VALIDATION_FAILED',
  error: '다른 사이트에서 유출된 적이 있는 비밀번호입니다. 다른 비밀번호를 사용해주세요.',
};

describe('a password of a leak', () => {
  it('is refused at sign-up and at a change, and only the beginning of its hash is sent', async () => {
    const response = await register(LEAKED);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ ...REFUSED, details: [{ path: 'password' }] });
    expect(asked).toEqual([`/range/${hashOf(LEAKED).slice(0, 5)}`]);
    const client = await shop.client().as(await shop.buildUser({ password: 'an old secret 12' }));
    const change = { currentPassword: 'an old secret 12', newPassword: LEAKED };
    const changed = await client.put('/api/auth/update-profile', change);
    expect(changed.statusCode).toBe(400);
    expect(changed.json()).toMatchObject({ ...REFUSED, details: [{ path: 'newPassword' }] });
  });

  it.each(['not in the list 7', PADDING])('is not "%s"', async (password) => {
    expect((await register(password)).statusCode).toBe(201);
  });

  it('is accepted while the list fails', async () => {
    mode = 'fails';
    expect((await register(LEAKED)).statusCode).toBe(201);
  });

  it('is accepted when the list does not answer in time', async () => {
    mode = 'hangs';
    const isLeaked = createLeakCheck({ url, log: createLogger('silent') }, 50);
    expect(await isLeaked(LEAKED)).toBe(false);
    expect(asked).toHaveLength(1);
  });
});
