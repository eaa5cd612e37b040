import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { RETENTION } from './features.ts';

it('docs/operations.md lists every retention rule, by period and basis', () => {
  const docs = readFileSync('docs/operations.md', 'utf8');
  const [, section = ''] = /## Data retention\n(.*?)\n## /s.exec(docs) ?? [];
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  const groups = Object.groupBy(RETENTION, ({ kept, basis }) => `| ${kept} | ${basis} |`);
  const expected = Object.entries(groups).map(
    ([group, rules = []]) => `${group} ${rules.map(({ data }) => data).join('; ')} |`,
  );
  expect(rows.slice(2)).toEqual(expected);
});
