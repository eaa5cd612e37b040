import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_RETURN_TO, isSitePath, safeReturnTo } from './return-to.ts';

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

describe('safeReturnTo', () => {
  it.each([
    '/',
    '/profile',
    '/services/14?plan=%EA%B8%B0%EB%B3%B8#terms',
    '/purchase?serviceId=14&selectedPlan=a%2F%2Fb',
    '/a?next=https://evil.example',
    '/apiary?q=%2F%2F%',
    '/.well-known/..a/b..#/../',
  ])('keeps %s', (path) => {
    expect(safeReturnTo(path)).toBe(path);
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
    '/%2Fevil.example',
    '/%5Cevil.example',
    '/x/%2e%2e/%2fevil.example',
    '/%09/evil.example',
    '/%',
    '/%ff',
    '/api',
    '/api/auth/logout',
    '/%61pi/auth/my',
    '/services/../api/auth/my',
  ])('drops %j', (value) => {
    expect(safeReturnTo(value)).toBeUndefined();
  });

  it('never returns a path that resolves to another origin', () => {
    const anything = fc.oneof(
      fc.string(),
      tricky,
      tricky.map((text) => `/${text}`),
      fc.webUrl(),
      fc.webPath(),
    );
    fc.assert(
      fc.property(anything, (value) => {
        const path = safeReturnTo(value);
        if (path === undefined) return;
        const url = new URL(path, BASE);
        expect(url.origin).toBe(BASE);
        // Routers resolve a path again, and decode it: neither may change the origin.
        expect(new URL(url.pathname + url.search + url.hash, BASE).origin).toBe(BASE);
        expect(new URL(decodeURIComponent(url.pathname), BASE).origin).toBe(BASE);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps every page of this site', () => {
    fc.assert(
      fc.property(fc.webPath(), (path) => {
        if (path.includes('//') || !path.startsWith('/') || path.startsWith('/api')) return;
        // Encoded slashes, backslashes and control characters and dot segments have no place in our
        // paths.
        if (/%(2f|5c|[01][0-9a-f]|7f)|\/\.{1,2}(\/|$)/i.test(path)) return;
        expect(safeReturnTo(path)).toBe(path);
      }),
    );
  });

  it('accepts the default', () => {
    expect(safeReturnTo(DEFAULT_RETURN_TO)).toBe('/profile');
  });
});

describe('isSitePath', () => {
  it.each(['/images/a%20b.png', '/api/anything', '/100%'])('accepts %s', (path) => {
    expect(isSitePath(path)).toBe(true);
  });

  it.each([undefined, '', 'a.png', '//evil.example/a.png', 'https://evil.example/a.png'])('rejects %j', (value) => {
    expect(isSitePath(value)).toBe(false);
  });
});
