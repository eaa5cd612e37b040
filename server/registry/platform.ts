import { sql } from 'kysely';
import { EXPIRY, rowsRule } from '#server/registry/retention-rule.ts';
import * as fields from '#shared/contract/fields.ts';
import * as sessionCalls from '#shared/features/accounts/session-calls.ts';
import type { Feature } from './feature.ts';

/** Tables and calls that no feature owns: the session of a browser, limits, jobs, and the built pages. */
export const platform: Feature = {
  callTables: [
    { name: 'session', calls: sessionCalls, description: 'Who is logged in, and the token that changes need.' },
  ],
  schemas: [fields],
  retention: [
    rowsRule({
      table: 'rate_limits',
      data: 'counters of limits',
      kept: 'until they expire',
      basis: EXPIRY,
      isOver: () => sql`expire <= extract(epoch from clock_timestamp()) * 1000`,
    }),
    rowsRule({
      table: 'builds',
      data: 'builds of the pages that another one replaced',
      kept: '30 days',
      basis: 'tabs that were opened before an upgrade (decision 049)',
      every: 'day',
      isOver: (now) => sql`replaced_at <= ${now} - interval '30 days'`,
    }),
    rowsRule({
      table: 'build_files',
      data: 'files of no such build',
      kept: 'not at all',
      basis: 'tabs that were opened before an upgrade (decision 049)',
      every: 'day',
      isOver: () => sql`name not in (select unnest(names) from builds)`,
    }),
  ],
  sealedColumns: [{ table: 'build_files', column: 'seal' }],
  backlog: ({ before }) => ({
    jobsStuck: sql`(select count(*) from jobs where due_at < ${before})`,
    jobsFailed: sql`(select count(*) from jobs where failures > 0)`,
  }),
};
