import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createTestDatabase } from '#tests/support/app/database.ts';

/** An empty database with the two roles that docs/operations.md describes. */
export type TwoRoles = {
  /** Owns the database. */
  owner: pg.ClientConfig;
  /** Serves; has no rights before the first start. */
  serving: pg.ClientConfig;
  /** Ends it with its roles. */
  drop: () => Promise<void>;
};

/** Creates both roles by the statements that an operator uses, without further rights. */
export async function createTwoRoles(): Promise<TwoRoles> {
  const superuser = inject('postgres');
  const { connection, drop } = await createTestDatabase(superuser, 'template0');
  const suffix = randomBytes(4).toString('hex');
  const [ownerName, servingName] = [`owner_${suffix}`, `serving_${suffix}`];
  const password = 'of-the-tests';

  async function run(...statements: string[]): Promise<void> {
    const client = new pg.Client({ ...superuser, database: 'postgres' });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  }

  await run(
    `create role ${ownerName} login password '${password}'`,
    `create role ${servingName} login password '${password}'`,
    `alter database ${connection.database} owner to ${ownerName}`,
  );
  return {
    owner: { ...connection, user: ownerName, password },
    serving: { ...connection, user: servingName, password },
    async drop() {
      await drop();
      await run(`drop role ${servingName}`, `drop role ${ownerName}`);
    },
  };
}
