import { describe, expect, it } from 'vitest';
import { isImageUrl } from './image-url.ts';

describe('isImageUrl', () => {
  it.each([
    '/images/case.svg',
    '/images/한글.png?v=2',
    'https://example.com/a.png',
    'http://example.com',
    'HTTPS://example.com/a%20b.png',
  ])('takes %s', (url) => {
    expect(isImageUrl(url)).toBe(true);
  });

  it.each([
    '',
    'case.svg',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'blob:https://example.com/1',
    'file:///etc/passwd',
    '//example.com/a.png',
    '/\\example.com/a.png',
    'https:/example.com',
    'https://',
    'https://user@example.com/a.png',
    'https://example.com/a b.png',
    ' javascript:alert(1)',
  ])('refuses "%s"', (url) => {
    expect(isImageUrl(url)).toBe(false);
  });
});
