import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeReturnPath } from './return-path.ts';

const BASE = 'https://shop.example';

/** Text made of the characters that browsers treat in their own ways. */
const tricky = fc
  .array(
    fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '@',
      ':',
      '?',
      '#',
      '%2f',
      '%5c',
      '%09',
      '\t',
      '\n',
      '\r',
      '\u0000',
      ' ',
      'evil.example',
      'javascript:',
      'https:',
      'a',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('safeReturnPath', () => {
  it.each([
    '/',
    '/profile',
    '/services/14?plan=%EA%B8%B0%EB%B3%B8#terms',
    '/purchase?serviceId=14&selectedPlan=a%2F%2Fb',
    '/a?next=https://evil.example',
  ])('keeps %s', (path) => {
    expect(safeReturnPath(path)).toBe(path);
  });

  it.each([
    undefined,
    null,
    42,
    ['/profile'],
    '',
    'profile',
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' /profile',
    'javascript:alert(1)',
    '/.//evil.example',
    '/a/..//evil.example',
    `/${'a'.repeat(3000)}`,
  ])('drops %j', (value) => {
    expect(safeReturnPath(value)).toBeUndefined();
  });

  it('never leads to another origin, whatever was remembered', () => {
    const anything = fc.oneof(
      fc.string(),
      tricky,
      tricky.map((text) => `/${text}`),
      fc.webUrl(),
      fc.webPath(),
    );
    fc.assert(
      fc.property(anything, (value) => {
        const path = safeReturnPath(value);
        if (path === undefined) return;
        const url = new URL(path, BASE);
        expect(url.origin).toBe(BASE);
        // The path as the browser reads it must be safe to go to once more, as routers do.
        expect(new URL(url.pathname + url.search + url.hash, BASE).origin).toBe(BASE);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps every path of this site', () => {
    fc.assert(
      fc.property(fc.webPath(), (path) => {
        if (path.includes('//') || !path.startsWith('/')) return;
        expect(safeReturnPath(path)).toBe(path);
      }),
    );
  });
});
