import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';

describe('csvLine', () => {
  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "so"', '"say ""so"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['+82', "'+82"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    [' =1', "' =1"],
    ['＝1', "'＝1"],
    ['=HYPERLINK("http://a.kr","b")', `"'=HYPERLINK(""http://a.kr"",""b"")"`],
    ['0012', "'0012"],
    ['01012345678', "'01012345678"],
    ['1e5', "'1e5"],
    ['1-2', "'1-2"],
    ['3/4', "'3/4"],
    ['mar1', "'mar1"],
    ['2026-01-01', "'2026-01-01"],
    ['12월 3일', "'12월 3일"],
    ['TRUE', "'TRUE"],
    ['오전 9:00', "'오전 9:00"],
    ['오후 3시', "'오후 3시"],
    ['０１０', "'０１０"],
    ['오전 상담', '오전 상담'],
    ['20261126-AB12CD34', '20261126-AB12CD34'],
    ['hong.gd1', 'hong.gd1'],
    ['1차 상담', '1차 상담'],
  ])('writes %j as %j', (text, written) => {
    expect(csvLine([text])).toBe(`${written}\r\n`);
  });

  it('writes times and phone numbers as they are shown', () => {
    expect(csvLine([{ shown: '2026-01-01 09:00:00' }, { shown: '010-1234-5678' }])).toBe(
      '2026-01-01 09:00:00,010-1234-5678\r\n',
    );
  });

  it('writes numbers unchanged, including negative ones, and null as an empty cell', () => {
    expect(csvLine([-1, 0, null, ''])).toBe('-1,0,,\r\n');
  });
});
