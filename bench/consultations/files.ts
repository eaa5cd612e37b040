import { createHash, randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { hasSwift, SWIFT_KEYS, startSwift } from '#tests/support/providers/swift.ts';
import { ADMIN, inTemporaryFolder, residentMb, withEnvironment } from '../environment.ts';
import type { Report } from '../report.ts';

const FILES = 20;
/** What one user may transfer at a time. */
const AT_ONCE = 3;
const BYTES = 20 * 1024 * 1024;
const SAMPLE_MS = 50;
/** What the process may take beyond its memory before; the files together are 400 MiB. */
const MOST_GROWTH_MB = 150;

type Session = { url: string; headers: Record<string, string> };

async function logIn(url: string): Promise<Session> {
  const first = await fetch(`${url}/api/csrf-token`);
  const { csrfToken }: { csrfToken: string } = JSON.parse(await first.text());
  const kept = (response: Response) => response.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
  const cookie = kept(first).join('; ');
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  if (!answer.ok) throw new Error(`login: ${answer.status}`);
  return { url, headers: { cookie: [cookie, ...kept(answer)].join('; '), 'x-csrf-token': csrfToken } };
}

async function upload({ url, headers }: Session, file: Blob, number: number): Promise<number> {
  const body = new FormData();
  body.append('file', file, `증거-${number}.pdf`);
  const answer = await fetch(`${url}/api/attachments`, { method: 'POST', headers, body });
  if (answer.status !== 201) throw new Error(`upload: ${answer.status} ${await answer.text()}`);
  const { id }: { id: number } = JSON.parse(await answer.text());
  return id;
}

async function download({ url, headers }: Session, id: number): Promise<string> {
  const answer = await fetch(`${url}/api/attachments/${id}`, { headers });
  if (!answer.ok || !answer.body) throw new Error(`download: ${answer.status}`);
  const hash = createHash('sha256');
  for await (const chunk of answer.body) hash.update(chunk);
  return hash.digest('hex');
}

/** Runs `work` and returns the most memory that `sample` saw meanwhile. */
async function mostDuring<T>(sample: () => number, work: Promise<T>): Promise<{ most: number; result: T }> {
  let most = sample();
  const timer = setInterval(() => {
    most = Math.max(most, sample());
  }, SAMPLE_MS);
  try {
    return { result: await work, most: Math.max(most, sample()) };
  } finally {
    clearInterval(timer);
  }
}

/**
 * Uploads and downloads 20 files of 20 MiB, three at once, and compares what came back. `env` says where
 * they are stored.
 */
async function measureIn(where: string, env: Record<string, string>, report: Report): Promise<void> {
  await inTemporaryFolder((folder) =>
    withEnvironment(async ({ start }) => {
      const path = join(folder, 'file.pdf');
      const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(BYTES - 9)]);
      await writeFile(path, bytes);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const file = await openAsBlob(path);
      const { shop } = await start(env);
      const session = await logIn(shop.url);
      await download(session, await upload(session, file, 0));
      const memory = () => residentMb(shop);
      const before = memory();
      const numbers = Array.from({ length: FILES }, (_, at) => at + 1);
      const startedAt = performance.now();
      const up = await mostDuring(
        memory,
        pLimit(AT_ONCE).map(numbers, (number) => upload(session, file, number)),
      );
      const uploadedAt = performance.now();
      const down = await mostDuring(
        memory,
        pLimit(AT_ONCE).map(up.result, (id) => download(session, id)),
      );
      const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`;
      for (const [what, most, ms] of [
        ['uploaded', up.most, uploadedAt - startedAt],
        ['downloaded', down.most, performance.now() - uploadedAt],
      ] as const) {
        const growth = most - before;
        const measured = `+${growth.toFixed(0)} MB from ${before.toFixed(0)} MB, in ${seconds(ms)}`;
        report.add(
          `${FILES} files of 20 MiB ${what}, ${AT_ONCE} at once, ${where}`,
          measured,
          `+${MOST_GROWTH_MB} MB`,
          growth <= MOST_GROWTH_MB,
        );
      }
      const wrong = down.result.filter((hash) => hash !== sha256).length;
      report.add(`files that came back changed, ${where}`, String(wrong), '0', wrong === 0);
      await shop.end('SIGTERM');
    }),
  );
}

/** Files in the database, and in OpenStack Swift where Debian's `python3-swift` is installed. */
export async function measureFiles(report: Report): Promise<void> {
  await measureIn('database', {}, report);
  if (!hasSwift) {
    console.log('files in an S3 store left out: not installed: python3-swift (Debian)');
    return;
  }
  const swift = await startSwift('bench');
  try {
    await measureIn('S3 store', { FILES_URL: swift.filesUrl, ...SWIFT_KEYS }, report);
  } finally {
    await swift.close();
  }
}
