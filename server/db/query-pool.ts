import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { isDatabaseAway } from './away.ts';
import { takeForCall } from './held-connections.ts';
import { forgetPlans, isPlanOutdated, statementName } from './prepared-statements.ts';

/** The driver's `query`, with results as the query builder reads them. */
type Queries = {
  query<R>(statement: QueryConfig): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
};

/**
 * A connection that prepares statements with parameters, and leaves the pool after an error that
 * shows that the database is away.
 */
class QueryClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #queries: Queries;
  readonly #leaveCall: () => void;
  readonly #onLoss: () => void;
  #isLost = false;

  constructor(client: PoolClient, { leaveCall, onLoss }: { leaveCall: () => void; onLoss: () => void }) {
    this.#client = client;
    this.#queries = client;
    this.#leaveCall = leaveCall;
    this.#onLoss = onLoss;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    statement: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    return typeof statement === 'string' ? this.#run<R>(statement, parameters) : this.#queries.query(statement);
  }

  async #run<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    try {
      return await this.#send<R>(sql, parameters);
    } catch (error) {
      if (isPlanOutdated(error)) {
        forgetPlans();
        // Inside a transaction, which has failed by then, `transaction` runs again.
        if (this.#client.getTransactionStatus() === 'I') return this.#send<R>(sql, parameters);
      }
      if (isDatabaseAway(error) && !this.#isLost) {
        this.#isLost = true;
        // A statement without an answer would let those behind it wait too, a rollback first.
        this.#client.end().catch(() => {});
        this.#onLoss();
      }
      throw error;
    }
  }

  #send<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const name = parameters.length > 0 ? statementName(text) : undefined;
    return this.#queries.query<R>({ text, values: [...parameters], ...(name && { name }) });
  }

  release(destroy = false): void {
    this.#leaveCall();
    this.#client.release(destroy || this.#isLost);
  }
}

/**
 * The pool as the query builder uses it. A connection belongs to the call that takes it, and leaves
 * the pool when its database is away. Those that were idle at that moment are not used again:
 * each may be dead without an error, and would cost one statement its time limit.
 */
export function createQueryPool(pool: Pool): PostgresPool {
  let losses = 0;
  const lossesBefore = new WeakMap<PoolClient, number>();

  async function takeUsable(): Promise<PoolClient> {
    for (;;) {
      const client = await pool.connect();
      if ((lossesBefore.get(client) ?? losses) === losses) return client;
      client.release(true);
    }
  }

  return {
    options: pool.options,
    async connect() {
      const client = await takeUsable();
      lossesBefore.set(client, losses);
      const onLoss = () => {
        losses += 1;
      };
      try {
        return new QueryClient(client, { leaveCall: takeForCall(client), onLoss });
      } catch (error) {
        client.release();
        throw error;
      }
    },
    end: () => pool.end(),
  };
}
