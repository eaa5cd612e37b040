import pg from 'pg';
import { expect, it } from 'vitest';
import { createLogger } from '#server/lib/logger.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createMetricsReader, METRICS_TOKEN } from '#tests/support/app/metrics.ts';
import { reportReplication } from './replication.ts';

const shop = await setUpTestApp({ env: { METRICS_TOKEN } });
const metrics = createMetricsReader(shop);

async function linesAtStart(): Promise<string> {
  const lines: string[] = [];
  await reportReplication(shop.db, createLogger('info', { write: (line: string) => lines.push(line) }));
  return lines.join('');
}

it('metric and start say whether commits wait for a replica, where there is one', async () => {
  expect(await metrics.value('shop_database_replicas')).toBe(0);
  expect(await linesAtStart()).toBe('');
  // A connection that replicates, as a standby's does.
  const connection = { ...shop.deps.database.connection, replication: 'database' };
  const replica = new pg.Client(connection);
  await replica.connect();
  try {
    expect(await metrics.value('shop_database_replicas')).toBe(1);
    expect(await metrics.value('shop_commits_synchronous')).toBe(0);
    expect(await linesAtStart()).toContain('commits are not synchronous');
  } finally {
    await replica.end();
  }
});
