import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { RETENTION } from './features.ts';

it('docs/operations.md lists every retention rule', () => {
  const docs = readFileSync('docs/operations.md', 'utf8');
  const [, section = ''] = /## Data retention\n(.*?)\n## /s.exec(docs) ?? [];
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  const expected = RETENTION.map(({ data, kept, basis }) => `| ${data} | ${kept} | ${basis} |`);
  expect(rows.slice(2)).toEqual(expected);
});
