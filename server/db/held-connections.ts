import { AsyncLocalStorage } from 'node:async_hooks';
import type { PoolClient } from 'pg';

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

type CallConnections = { clients: Set<PoolClient>; getsNoMore: boolean };

const calls = new AsyncLocalStorage<CallConnections>();

/** Starts to record the connections that a call takes. */
export function holdConnections(): HeldConnections {
  const held: CallConnections = { clients: new Set(), getsNoMore: false };
  return {
    run: (work) => calls.run(held, work),
    destroy({ isLast }) {
      held.getsNoMore ||= isLast;
      for (const client of held.clients) client.end().catch(() => {});
    },
  };
}

/**
 * Records that the current call, if there is one, has taken a connection out of its pool. Returns
 * the function that ends the record.
 * @throws where the call was answered while it waited for the connection
 */
export function takeForCall(client: PoolClient): () => void {
  const held = calls.getStore();
  if (held?.getsNoMore) throw new Error('the call was answered at its deadline');
  held?.clients.add(client);
  return () => held?.clients.delete(client);
}
