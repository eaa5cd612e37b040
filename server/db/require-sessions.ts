import pg from 'pg';
import { ConfigError } from '#server/config.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import { reaching } from './unreachable.ts';

async function processOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

/**
 * Refuses a pooler in transaction mode, behind which locks, settings and LISTEN of a session go to
 * other clients: two connections share a process of the server, or one of them changes it.
 * @throws ConfigError naming the variable of the address; DatabaseUnreachable
 */
export async function requireSessions(variable: string, connectionString: string): Promise<void> {
  const settings = { connectionString, connectionTimeoutMillis: 5 * SECOND_MS, query_timeout: 5 * SECOND_MS };
  const [first, second] = [new pg.Client(settings), new pg.Client(settings)];
  for (const client of [first, second]) client.on('error', () => {});
  try {
    await reaching(() => Promise.all([first.connect(), second.connect()]));
    const before = await processOf(first);
    await second.query('begin');
    const other = await processOf(second);
    const after = await processOf(first);
    await second.query('commit');
    if (before !== other && before === after) return;
  } finally {
    for (const client of [first, second]) client.end().catch(() => {});
  }
  throw new ConfigError([
    `${variable}: leads to a pooler in transaction mode; accepted: PostgreSQL itself, or a pooler in session mode`,
  ]);
}
