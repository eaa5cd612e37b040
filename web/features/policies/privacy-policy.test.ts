import { expect, it } from 'vitest';
import { PRIVACY_POLICY } from '#content/policies/privacy-policy.ts';
import * as pageStorage from '#web/lib/storage/page-storage.ts';
import * as storage from '#web/lib/storage/storage.ts';

const KEYS = Object.entries({ ...storage, ...pageStorage }).flatMap(([name, key]) =>
  name.endsWith('_KEY') && typeof key === 'string' ? [key] : [],
);

/** The names in the policy's table of what is stored in the browser. */
function namedInPolicy(): string[] {
  const blocks = PRIVACY_POLICY.articles.flatMap((article) => article.blocks);
  const table = blocks.find((block) => block.kind === 'table' && block.caption === '브라우저에 저장하는 것');
  if (table?.kind !== 'table') return [];
  return table.rows.flatMap(([names = '']) => names.split(', '));
}

it('the privacy policy names all that is stored in the browser', () => {
  expect(KEYS).toContain('drafts');
  expect(KEYS.filter((key) => !namedInPolicy().includes(key))).toEqual([]);
});

it('the privacy policy names nothing that is not stored', () => {
  const keys = namedInPolicy().filter((name) => /^[a-z_]+$/.test(name) && name !== 'session_hint');
  expect(keys.filter((name) => !KEYS.includes(name))).toEqual([]);
});
