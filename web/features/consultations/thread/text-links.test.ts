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
    ['Https://example.com/a이고요, HTTPS://B.KR/C', ['Https://example.com/a', 'HTTPS://B.KR/C']],
    ['여기 https://example.com/가, 그리고 https://b.kr/', ['https://example.com/가', 'https://b.kr/']],
    ['javascript:alert(1) data:text/html,x example.com', []],
    ['주소는 https://example.com/a입니다.', ['https://example.com/a']],
    ['https://example.com/a에서 봤고 https://example.com은 아닙니다', ['https://example.com/a', 'https://example.com']],
    ['https://example.com/?q=1을 (https://example.com/b)에서', ['https://example.com/?q=1', 'https://example.com/b']],
    ['（https://example.com/a）。', ['https://example.com/a']],
    ['https://example.com/a。그리고 『https://b.kr/c』', ['https://example.com/a', 'https://b.kr/c']],
    ['https://ko.wikipedia.org/wiki/병역', ['https://ko.wikipedia.org/wiki/병역']],
    ['https://ko.wikipedia.org/wiki/병역_(대한민국)을 보세요', ['https://ko.wikipedia.org/wiki/병역_(대한민국)']],
    ['https://ko.wikipedia.org/wiki/병역입니다!', ['https://ko.wikipedia.org/wiki/병역']],
    ['https://namu.wiki/w/K리그', ['https://namu.wiki/w/K리그']],
    ['https://example.kr/종로3가', ['https://example.kr/종로3가']],
    ['https://example.com/a)입니다))', ['https://example.com/a']],
    ['https://example.com/종로3입니다.', ['https://example.com/종로3']],
    ['https://example.com/(a)에서)요', ['https://example.com/(a)']],
    ['<a href="https://example.com/x">', ['https://example.com/x']],
  ])('finds the addresses of %j', (text, links) => {
    expect(linksOf(text)).toEqual(links);
  });

  it.each(['.', ')', '요', '입니다', '가나', 'a/', 'a가', ')이'])(
    'cuts an address with 3,900 %j behind it within a second',
    (end) => {
      const text = `https://example.com/a${end.repeat(3900)}`;
      const start = performance.now();
      splitLinks(text);
      expect(performance.now() - start).toBeLessThan(1000);
    },
  );

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
