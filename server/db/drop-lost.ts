import type { ClientBase, Pool } from 'pg';
import { isDatabaseAway, isReadOnlyServer } from './away.ts';
import { endClient } from './held-connections.ts';

/**
 * Makes connections whose database is not there leave the pool. Returns the function to call with
 * each failed statement.
 *
 * A server that refuses to write is no longer the primary, but answers reads: all connections of
 * that moment leave the pool, idle ones at once and others when they are released, so that the next
 * ones lead to where the address leads now.
 */
export function dropLostConnections(pool: Pool): (client: ClientBase, error: unknown) => void {
  const open = new Set<ClientBase>();
  const lost = new WeakSet<ClientBase>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  pool.on('release', (_error, client) => {
    // The pool removes what is ending.
    if (lost.has(client)) endClient(client);
  });

  async function dropOneIdle(): Promise<void> {
    const client = await pool.connect();
    client.release(lost.has(client));
  }

  return (client, error) => {
    if (!isDatabaseAway(error)) return;
    lost.add(client);
    // Its connection would stay busy with the statement, and the next one on it would wait too.
    if (error instanceof Error && error.message === 'Query read timeout') endClient(client);
    if (!isReadOnlyServer(error)) return;
    for (const other of open) lost.add(other);
    for (let idle = pool.idleCount; idle > 0; idle -= 1) dropOneIdle().catch(() => {});
  };
}
