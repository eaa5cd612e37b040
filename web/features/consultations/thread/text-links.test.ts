import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLinks } from './text-links.ts';

const linksOf = (text: string) =>
  splitLinks(text)
    .filter(({ kind }) => kind === 'link')
    .map((part) => part.text);

describe('splitLinks', () => {
  it.each([
    ['https://example.com/a?b=1', ['https://example.com/a?b=1']],
    ['(http://example.com/a).', ['http://example.com/a']],
    ['여기 https://example.com/가, 그리고 https://b.kr/', ['https://example.com/가', 'https://b.kr/']],
    ['javascript:alert(1) data:text/html,x example.com', []],
    ['<a href="https://example.com/x">', ['https://example.com/x']],
  ])('finds the addresses of %j', (text, links) => {
    expect(linksOf(text)).toEqual(links);
  });

  it('loses no character, and links to http and https only', () => {
    const text = fc
      .array(fc.constantFrom('http', 's', '://', 'a', '.', ' ', '<', '"', '가', ')', ':'))
      .map((all) => all.join(''));
    fc.assert(
      fc.property(text, (any) => {
        expect(
          splitLinks(any)
            .map((part) => part.text)
            .join(''),
        ).toBe(any);
        expect(linksOf(any).every((link) => /^https?:$/.test(new URL(link).protocol))).toBe(true);
      }),
    );
  });
});
