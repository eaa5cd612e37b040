import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '#web/features/admin/audit-labels.ts';

test('every act that the server records has a name, and its subject too', async () => {
  const root = join(import.meta.dirname, '../..');
  const actions = new Set<string>();
  for await (const path of glob('**/*.ts', { cwd: root, exclude: (name) => name.endsWith('.test.ts') })) {
    const source = readFileSync(join(root, path), 'utf8');
    if (!source.includes('recordAudit')) continue;
    for (const [, action] of source.matchAll(/action: '([a-z_]+\.[a-z_]+)'/g)) if (action) actions.add(action);
  }
  expect(actions.size).toBeGreaterThan(10);
  expect([...actions].filter((action) => !(action in AUDIT_ACTIONS))).toEqual([]);
  expect([...actions].filter((action) => !((action.split('.')[0] ?? '') in AUDIT_SUBJECTS))).toEqual([]);
});
