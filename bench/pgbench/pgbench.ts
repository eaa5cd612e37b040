import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { withPostgres } from '../environment.ts';

const run = promisify(execFile);

const TABLES = `
  create table bench_texts (id int primary key, body text not null);
  insert into bench_texts select n, repeat('측정', 200) from generate_series(1, 10000) as n;
  create table bench_orders (id bigint generated always as identity primary key, owner int not null, price int not null, state text not null);
  create index on bench_orders (owner);
  create table bench_events (id bigint generated always as identity primary key, order_id bigint not null references bench_orders, kind text not null);
  analyze bench_texts`;

const SCRIPTS = [
  { name: 'PostgreSQL alone: reads by key, 10 clients', script: 'read.sql', clients: 10 },
  { name: 'PostgreSQL alone: an order, 1 client', script: 'order.sql', clients: 1 },
  { name: 'PostgreSQL alone: an order, 8 clients', script: 'order.sql', clients: 8 },
] as const;

export type DatabaseResult = { name: string; perSecond: number; meanMs: number };

function resultOf(output: string, pattern: RegExp): number {
  const value = pattern.exec(output)?.[1];
  if (value === undefined) throw new Error(`pgbench printed no result:\n${output}`);
  return Number(value);
}

/**
 * The rates of PostgreSQL without the shop: plain reads, and an order's transactions. Empty if
 * `pgbench` is not installed.
 */
export async function measureDatabase(seconds: number): Promise<DatabaseResult[]> {
  const isInstalled = await run('pgbench', ['--version']).then(
    () => true,
    () => false,
  );
  if (!isInstalled) return [];
  return withPostgres(async ({ host = '', port, user = '', password, database = '' }) => {
    const client = new pg.Client({ host, port, user, password, database });
    await client.connect();
    await client.query(TABLES);
    await client.end();
    const env = { ...process.env, PGPASSWORD: String(password) };
    const results: DatabaseResult[] = [];
    for (const { name, script, clients } of SCRIPTS) {
      const options = ['-n', '-M', 'prepared', '-c', String(clients), '-T', String(seconds)];
      const where = ['-h', host, '-p', String(port), '-U', user, '-f', join(import.meta.dirname, script), database];
      const { stdout } = await run('pgbench', [...options, ...where], { env });
      const perSecond = resultOf(stdout, /tps = ([\d.]+)/);
      results.push({ name, perSecond, meanMs: resultOf(stdout, /latency average = ([\d.]+) ms/) });
    }
    return results;
  });
}
