import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { newDataKey } from '#server/lib/keys/key-ring.ts';

/** Runs the command without a database: what is refused is refused before it is reached. */
function createAdmin(lines: string, env: NodeJS.ProcessEnv): { status: number | null; stderr: string } {
  const { PATH, HOME } = process.env;
  return spawnSync(process.execPath, ['scripts/admin-create.ts'], {
    env: { PATH, HOME, DATABASE_URL: 'postgres://shop@127.0.0.1:9/none', ...env },
    input: lines,
    encoding: 'utf8',
  });
}

const PRODUCTION = {
  DATA_KEYS: newDataKey(),
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  PAYMENT_SANDBOX: '1',
};

it.each(['admin', 'Admin'])('refuses the login id %s in production in one line', (id) => {
  const { status, stderr } = createAdmin(`${id}\nrain over nine hills\n`, PRODUCTION);
  expect([status, stderr.trim()]).toEqual([1, expect.stringMatching(/^운영 환경에서는 아이디 admin에 [^\n]+$/)]);
});

it('refuses a short password from the environment by its name', () => {
  const { status, stderr } = createAdmin('', { ADMIN_USER_ID: 'head.office', ADMIN_PASSWORD: 'eleven char' });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/ADMIN_PASSWORD: the value is not usable; accepted: 12/)]);
});
