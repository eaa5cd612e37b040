import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { postgresAccount } from '#server/db/embedded/run-as.ts';
import { freePort } from '#tests/support/app/shop-process.ts';

function findPgbouncer(): string | undefined {
  try {
    return execFileSync('sh', ['-c', 'PATH="$PATH:/usr/sbin" command -v pgbouncer'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

/** Debian's package `pgbouncer` has it; undefined where it is not installed. */
export const pgbouncer = findPgbouncer();

export type Pooler = {
  /** The database through the pooler. */
  connection: pg.ClientConfig;
  close: () => Promise<void>;
};

async function untilItAnswers(connection: pg.ClientConfig, child: ChildProcess): Promise<void> {
  for (;;) {
    const client = new pg.Client(connection);
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (child.exitCode !== null) throw error;
    }
    await new Promise((done) => setTimeout(done, 25));
  }
}

/** Starts PgBouncer in front of a database, as it comes but for its mode. */
export async function startPgbouncer(
  program: string,
  database: pg.ClientConfig,
  mode: 'session' | 'transaction',
): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const config = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=${database.host} port=${database.port} user=${database.user} password=${String(database.password)}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    'default_pool_size = 40',
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  // Like PostgreSQL it does not run as root.
  const child = spawn(program, ['--quiet', config], { ...postgresAccount(), cwd: '/', stdio: 'ignore' });
  const connection = { ...database, host: '127.0.0.1', port };
  await untilItAnswers(connection, child);
  return {
    connection,
    async close() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
