import { AsyncLocalStorage } from 'node:async_hooks';
import { Client, type ClientBase, type Pool } from 'pg';

/** The connections that one call holds now. */
export type HeldConnections = {
  /** Runs `work` so that connections taken in it belong to the call. */
  run: (work: () => void) => void;
  /**
   * Closes their sockets. Nothing is cancelled: a session that commits ends its commit, any other
   * is rolled back when PostgreSQL notices. With `isLast` the call gets no further connection.
   */
  destroy: (options: { isLast: boolean }) => void;
};

type CallConnections = { clients: Set<ClientBase>; getsNoMore: boolean };

const calls = new AsyncLocalStorage<CallConnections>();
const holders = new WeakMap<ClientBase, CallConnections>();

/** Closes a connection; its socket at once when it waits for an answer. */
export function endClient(client: ClientBase): void {
  if (client instanceof Client) client.end().catch(() => {});
}

/** Starts to record the connections that a call takes. */
export function holdConnections(): HeldConnections {
  const held: CallConnections = { clients: new Set(), getsNoMore: false };
  return {
    run: (work) => calls.run(held, work),
    destroy({ isLast }) {
      held.getsNoMore ||= isLast;
      for (const client of held.clients) endClient(client);
    },
  };
}

/**
 * Records that the current call, if there is one, has taken a connection out of its pool. Returns
 * an error where the call gets no more, because it was answered while it waited.
 */
export function noteTaken(client: ClientBase): Error | undefined {
  const held = calls.getStore();
  if (!held) return undefined;
  if (held.getsNoMore) return new Error('the call was answered at its deadline');
  held.clients.add(client);
  holders.set(client, held);
  return undefined;
}

/** Removes a connection from the records when it is released to the pool. */
export function noteReleases(pool: Pool): void {
  pool.on('release', (_error, client) => holders.get(client)?.clients.delete(client));
}
