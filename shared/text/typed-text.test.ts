import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAscii, readCode, readDay, readLine, readText } from './typed-text.ts';

describe('readLine', () => {
  it.each([
    ['\u3164', ''],
    ['\u115f', ''],
    ['\u1160\u1160', ''],
    ['\uffa0', ''],
    ['\u200b', ''],
    ['\u200d', ''],
    ['\ufe0f', ''],
    ['\u2800 \u3000', ''],
    ['\ufeff홍길동', '홍길동'],
    ['홍\u200b길\u00ad동', '홍길동'],
    ['\u202e홍길동\u202c', '홍길동'],
    ['\u2067hong\u2069', 'hong'],
    ['\u3000홍\u00a0길동 ', '홍 길동'],
    ['홍길동\t병장', '홍길동 병장'],
    ['\u1112\u1169\u11bc', '홍'],
    ['e\u0301', 'é'],
    ['\uf90a', '金'],
    ['\u212aim', '\u212aim'],
    ['\u1105\u119e\u11af', '\u1105\u119e\u11af'],
    ['\ud83d', ''],
    ['👨\u200d👩\u200d👧', '👨\u200d👩\u200d👧'],
    ['❤\ufe0f', '❤\ufe0f'],
    ['a\u200db', 'ab'],
    ['ＡＢ１', 'ＡＢ１'],
  ])('reads %j as %j', (text, line) => {
    expect(readLine(text)).toBe(line);
  });

  it('changes nothing the second time, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        expect(readLine(readLine(typed))).toBe(readLine(typed));
        expect(readText(readText(typed))).toBe(readText(typed));
      }),
    );
  });

  it('keeps control characters, which the API refuses', () => {
    expect(readLine('a\u0000b\u0007')).toBe('a\u0000b\u0007');
  });
});

describe('readText', () => {
  it.each([
    ['첫 줄\r\n둘째 줄\r셋째 줄', '첫 줄\n둘째 줄\n셋째 줄'],
    ['첫 줄\u2028둘째\u000b셋째', '첫 줄\n둘째\n셋째'],
    ['제1조\n\u3000들여 쓴 줄\t칸', '제1조\n\u3000들여 쓴 줄\t칸'],
    ['\u202e거꾸로\u202c\u200b', '거꾸로'],
    ['\u3164\n\u200b', ''],
  ])('reads %j as %j', (text, lines) => {
    expect(readText(text)).toBe(lines);
  });
});

describe('readAscii, readCode and readDay', () => {
  it.each([
    [readAscii, ' hong.gd\u00a0', 'hong.gd'],
    [readAscii, 'ｈｏｎｇ＠ｎａｖｅｒ．ｃｏｍ', 'hong@naver.com'],
    [readAscii, 'hong@naver。com', 'hong@naver.com'],
    [readAscii, 'hong@naver｡co｡kr', 'hong@naver.co.kr'],
    [readAscii, '홍', '홍'],
    [readCode, '123 456', '123456'],
    [readCode, '１２３４５６', '123456'],
    [readCode, '110-123‑456789 ', '110123456789'],
    [readDay, '2026-03-01', '2026-03-01'],
    [readDay, '2026. 3. 1.', '2026-03-01'],
    [readDay, '2026/3/1', '2026-03-01'],
    [readDay, '2026. 3. 1. (일)', '2026-03-01'],
    [readDay, '2026년 3월 1일 일요일', '2026-03-01'],
    [readDay, '2026년 3월 1일', '2026-03-01'],
    [readDay, '２０２６０３０１', '2026-03-01'],
    [readDay, '20266-03-01', '20266-03-01'],
    [readDay, '내일', '내일'],
  ])('%o reads %j as %j', (read, text, result) => {
    expect(read(text)).toBe(result);
  });
});
