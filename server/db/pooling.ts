import pg from 'pg';
import { SECOND_MS } from '#server/lib/time.ts';
import { reaching } from './unreachable.ts';

/**
 * How long a server connection belongs to one of ours: `session` also without a pooler. In
 * `transaction` mode of PgBouncer it goes to another client after each transaction, so no setting
 * may stay on it.
 */
export type Pooling = 'session' | 'transaction';

const ROUNDS = 3;

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/**
 * Whether two open connections share a server connection, or one of them changes its own: that
 * happens behind a pooler in transaction mode alone.
 */
async function isShared(first: pg.Client, second: pg.Client): Promise<boolean> {
  const [mine, other] = [await backendOf(first), await backendOf(second)];
  if (mine === other) return true;
  await second.query('begin');
  const isOtherChanged = (await backendOf(second)) !== other;
  const isMineChanged = (await backendOf(first)) !== mine;
  await second.query('commit');
  return isOtherChanged || isMineChanged;
}

/**
 * Finds out how the address pools connections.
 * @throws DatabaseUnreachable
 */
export async function detectPooling(connection: pg.ClientConfig): Promise<Pooling> {
  const settings = { ...connection, connectionTimeoutMillis: 5 * SECOND_MS, query_timeout: 5 * SECOND_MS };
  const [first, second] = [new pg.Client(settings), new pg.Client(settings)];
  for (const client of [first, second]) client.on('error', () => {});
  try {
    await reaching(() => Promise.all([first.connect(), second.connect()]));
    for (let round = 0; round < ROUNDS; round += 1) if (await isShared(first, second)) return 'transaction';
    return 'session';
  } finally {
    for (const client of [first, second]) client.end().catch(() => {});
  }
}
