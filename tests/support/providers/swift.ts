import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { freePort } from '#tests/support/app/shop-process.ts';

/** Debian's own; the package `python3-swift` belongs to it. */
const PYTHON = '/usr/bin/python3';
const PROGRAM = new URL('./swift_s3.py', import.meta.url).pathname;

function isInstalled(): boolean {
  try {
    execFileSync(PYTHON, ['-c', 'import swift.common.middleware.s3api'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** True when OpenStack Swift, a real S3-compatible store, can be started here. */
export const hasSwift = isInstalled();

export const SWIFT_KEYS = { S3_ACCESS_KEY_ID: 'test:tester', S3_SECRET_ACCESS_KEY: 'testing' };

/** Four ports in a row; another process may take one of them, then the next try finds others. */
async function startOnce(folder: string): Promise<{ child: ChildProcess; url: string } | undefined> {
  const port = await freePort();
  const child = spawn(PYTHON, [PROGRAM, folder, String(port)], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) return undefined;
    if ((await fetch(`${url}/healthcheck`).catch(() => undefined))?.ok) return { child, url };
    await delay(100);
  }
  child.kill();
  return undefined;
}

/** Starts Swift in one process, with an empty bucket. */
export async function startSwift(bucket: string) {
  const folder = mkdtempSync(join(tmpdir(), 'swift-'));
  let started: Awaited<ReturnType<typeof startOnce>>;
  for (let tries = 0; tries < 3 && !started; tries += 1) started = await startOnce(folder);
  if (!started) throw new Error('Swift did not start');
  const { child, url } = started;
  const signer = new AwsV4Signer({
    method: 'PUT',
    url: `${url}/${bucket}`,
    service: 's3',
    region: 'us-east-1',
    accessKeyId: SWIFT_KEYS.S3_ACCESS_KEY_ID,
    secretAccessKey: SWIFT_KEYS.S3_SECRET_ACCESS_KEY,
  });
  const signed = await signer.sign();
  const made = await fetch(signed.url, { method: 'PUT', headers: signed.headers });
  if (!made.ok) throw new Error(`the bucket was not made: ${made.status} ${await made.text()}`);
  return {
    filesUrl: `s3://${bucket}/conversations?endpoint=${encodeURIComponent(url)}&path_style=1`,
    async close() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
