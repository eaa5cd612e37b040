import { expect, test } from 'vitest';
import { withoutPageFiles } from './page-files.ts';

test('removes the file of a page from its route, and keeps the other fields', () => {
  expect(withoutPageFiles("  staticData: { file: 'web/pages/faq.tsx' },\n  component: Faq,\n")).toBe(
    '  component: Faq,\n',
  );
  expect(withoutPageFiles("  staticData: { file: 'web/pages/faq.tsx', isOwnFrame: true },\n")).toBe(
    '  staticData: { isOwnFrame: true },\n',
  );
});
