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
    ['2026-01-01', '2026-01-01'],
  ])('writes %j as %j', (text, written) => {
    expect(csvLine([text])).toBe(`${written}\r\n`);
  });

  it('writes numbers unchanged, including negative ones, and null as an empty cell', () => {
    expect(csvLine([-1, 0, null, ''])).toBe('-1,0,,\r\n');
  });
});
