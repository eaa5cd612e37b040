import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { buildCustomer, openConversation, readThread, say } from '#tests/support/app/consultations.ts';
import { fileForm } from '#tests/support/app/pictures.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';
import { createClamdScanner } from './clamd.ts';
import { scanAttachments } from './scan-attachments.ts';

/** Holds what the test's own signature finds; no real malware. */
const MARK = 'shop-test-malware-mark';

function findClamd(): string | undefined {
  try {
    return execFileSync('sh', ['-c', 'PATH="$PATH:/usr/sbin" command -v clamd'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

const clamd = findClamd();
let folder: string;
let daemon: ChildProcess | undefined;
let shop: TestApp;

async function startClamd(program: string): Promise<ChildProcess> {
  writeFileSync(join(folder, 'test.ndb'), `ShopTest:0:*:${Buffer.from(MARK).toString('hex')}\n`);
  const lines = [
    `DatabaseDirectory ${folder}`,
    `LocalSocket ${join(folder, 'clamd.sock')}`,
    'Foreground yes',
    'StreamMaxLength 25M',
    'MaxFileSize 25M',
    'AlertExceedsMax yes',
    `User ${userInfo().username}`,
  ];
  writeFileSync(join(folder, 'clamd.conf'), `${lines.join('\n')}\n`);
  const child = spawn(program, ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' });
  return child;
}

async function* bytes(...parts: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield Buffer.from(part);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clamd-'));
  chmodSync(folder, 0o755);
  if (clamd) daemon = await startClamd(clamd);
  shop = await startTestApp({ env: { CLAMD_URL: `unix://${join(folder, 'clamd.sock')}` } });
});
afterAll(async () => {
  await shop.close();
  if (daemon && daemon.exitCode === null) {
    daemon.kill();
    await once(daemon, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Debian's package `clamav-daemon` has it; without it these are skipped, and the run says so. */
describe.skipIf(!clamd)("with ClamAV's own daemon", () => {
  const scan = () => createClamdScanner(`unix://${join(folder, 'clamd.sock')}`);

  it('finds what a signature describes, also across chunks, and passes the rest', { timeout: 60_000 }, async () => {
    for (let tries = 0; tries < 200; tries += 1) {
      if (await scan()(bytes('x')).catch(() => undefined)) break;
      await delay(100);
    }
    expect(await scan()(bytes('harmless'))).toBe('clean');
    expect(await scan()(bytes(`before ${MARK} behind`))).toBe('infected');
    expect(await scan()(bytes(`before ${MARK.slice(0, 9)}`, MARK.slice(9)))).toBe('infected');
    expect(await scan()(bytes(Buffer.alloc(1024 * 1024), '', Buffer.alloc(1024 * 1024)))).toBe('clean');
    const tooMuch = bytes(...Array.from({ length: 26 }, () => Buffer.alloc(1024 * 1024)));
    await expect(scan()(tooMuch)).rejects.toThrow(/clamd|EPIPE|ECONNRESET/);
  });

  it('a file waits until it was scanned, and an infected one is never handed out', async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    const ids: number[] = [];
    for (const text of ['깨끗한 글', `나쁜 글 ${MARK}`]) {
      const { body, headers } = fileForm(Buffer.from(text));
      const file = (await customer.client.post('/api/attachments', body, { headers })).json();
      expect(file.scan).toBe('pending');
      ids.push(file.id);
    }
    await say(customer, id, '자료', { attachment_ids: ids });
    const [clean = 0, infected = 0] = ids;
    expectError(await customer.client.get(`/api/attachments/${clean}`), 409, 'SCAN_PENDING');
    await scanAttachments(shop.deps.attachments);
    expect((await customer.client.get(`/api/attachments/${clean}`)).statusCode).toBe(200);
    expectError(await customer.client.get(`/api/attachments/${infected}`), 410, 'INFECTED');
    const [entry] = (await readThread(customer, id)).slice(-1);
    expect(entry?.attachments.map(({ scan: state }) => state)).toEqual(['clean', 'infected']);
  });
});

describe('a scanner that is away or misbehaves', () => {
  let server: Server | undefined;
  afterAll(() => server?.close());

  it('leaves files waiting', async () => {
    const customer = await buildCustomer(shop);
    const { body, headers } = fileForm(Buffer.from('기다리는 글'));
    const { id } = (await customer.client.post('/api/attachments', body, { headers })).json();
    const scanner = createClamdScanner('tcp://127.0.0.1:1');
    await scanAttachments({ ...shop.deps.attachments, scanner });
    expectError(await customer.client.get(`/api/attachments/${id}`), 409, 'SCAN_PENDING');
  });

  it.each(['', 'stream: OK maybe', 'INSTREAM size limit exceeded. ERROR', 'stream: lstat() failed ERROR'])(
    'is an error where it answers "%s"',
    async (answer) => {
      server?.close();
      server = createServer((socket) => {
        socket.on('error', () => {});
        socket.resume();
        socket.end(`${answer}\0`);
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      await expect(createClamdScanner(`tcp://127.0.0.1:${port}`)(bytes('글'))).rejects.toThrow();
    },
  );
});
