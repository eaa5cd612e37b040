import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#tests/support/app/shop-process.ts';

function findVarnish(): string | undefined {
  try {
    return execFileSync('sh', ['-c', 'PATH="$PATH:/usr/sbin" command -v varnishd'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

/** Debian's package `varnish` has it; undefined where it is not installed. */
export const varnish = findVarnish();

/** Follows what docs/operations.md asks of operators: no cookie reaches the pages that are the same for all. */
const VCL = (port: string) => `vcl 4.1;
backend default { .host = "127.0.0.1"; .port = "${port}"; }
sub vcl_recv {
  if (req.url ~ "^/(services(/[0-9]+)?|about|terms|privacy|api/services(/[0-9]+(/related)?)?)?(\\?.*)?$") { unset req.http.cookie; }
}
`;

async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  while (!(await fetch(`${url}/healthz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error('varnishd ended');
    await delay(50);
  }
}

/** Starts Varnish in front of a shop. */
export async function startVarnish(program: string, shopUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'varnish-'));
  // Varnish reads it as an account of its own.
  chmodSync(folder, 0o755);
  const file = join(folder, 'shop.vcl');
  writeFileSync(file, VCL(new URL(shopUrl).port));
  const port = await freePort();
  const args = [
    '-F',
    '-n',
    join(folder, 'work'),
    '-f',
    file,
    '-a',
    `127.0.0.1:${port}`,
    '-T',
    'none',
    '-s',
    'malloc,16m',
  ];
  const child = spawn(program, args, { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await untilItAnswers(url, child);
  return {
    url,
    async close() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
