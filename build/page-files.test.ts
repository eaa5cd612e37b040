import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withoutPageFiles } from './page-files.ts';

test('removes the file of a page from its route, and keeps what is beside it', () => {
  expect(withoutPageFiles("  staticData: { file: 'web/pages/faq.tsx' },\n  component: Faq,\n")).toBe(
    '  component: Faq,\n',
  );
  expect(withoutPageFiles("  staticData: { file: 'web/pages/faq.tsx', isOwnFrame: true },\n")).toBe(
    '  staticData: { isOwnFrame: true },\n',
  );
});

test('leaves no file of a page in any route', () => {
  for (const file of globSync('web/routes/*.ts', { cwd: new URL('..', import.meta.url) })) {
    const code = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
    expect(withoutPageFiles(code), file).not.toContain("'web/pages/");
  }
});
