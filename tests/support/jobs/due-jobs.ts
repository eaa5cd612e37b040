import type pg from 'pg';

/** For `startJobs`: due jobs are found at once. */
export const LOOK_OFTEN = { lookEveryMs: 50 };

type Queryable = Pick<pg.Pool | pg.Client, 'query'>;

/** Makes jobs due, as if their time had come. */
export async function makeJobsDue(database: Queryable, ...names: string[]): Promise<void> {
  await database.query('update jobs set due_at = now() where name = any ($1)', [names]);
}

export type JobRow = { name: string; leased_by: string | null; failures: number; last_error: string; is_due: boolean };

export async function readJob(database: Queryable, name: string): Promise<JobRow | undefined> {
  const statement = 'select name, leased_by, failures, last_error, due_at <= now() as is_due from jobs where name = $1';
  const { rows } = await database.query<JobRow>(statement, [name]);
  return rows[0];
}
