import { describe, expect, it } from 'vitest';
import { cpuMsSince } from '#tests/support/limits/cpu-ms.ts';
import { disposition, storedName } from './stored-name.ts';

const JPEG = 'image/jpeg';
const PDF = 'application/pdf';
const TEXT = 'text/plain';

describe('storedName', () => {
  it.each([
    ['진단서.pdf', PDF, '진단서.pdf'],
    ['진단서.PDF', PDF, '진단서.pdf'],
    ['사진.jpeg', JPEG, '사진.jpeg'],
    ['2026.11.25 판결문.pdf', PDF, '2026.11.25 판결문.pdf'],
    ['../../etc/판결문.pdf', PDF, '판결문.pdf'],
    ['C:\\Users\\홍길동\\판결문.pdf', PDF, '판결문.pdf'],
    ['a%00.pdf', PDF, 'a%00.pdf'],
    ['스크린샷 2026-03-01 오전\u202f9.00.00.png', 'image/png', '스크린샷 2026-03-01 오전 9.00.00.png'],
  ])('keeps the name of %s', (name, type, kept) => {
    expect(storedName(name, type)).toBe(kept);
  });

  it.each([
    ['증거.hta', JPEG, '증거.jpg'],
    ['증거.pdf', JPEG, '증거.jpg'],
    ['증거.pdf.exe', PDF, '증거.pdf'],
    ['증거.hta.pdf', PDF, '증거.pdf'],
    ['증거.exe.jpg.hta', PDF, '증거.pdf'],
    ['증거.hta. . ', PDF, '증거.pdf'],
    ['증거.hta .pdf', PDF, '증거.pdf'],
    ['증거\u202efdp.exe', PDF, '증거fdp.pdf'],
    ['증거.pdf:실행.exe', PDF, '증거.pdf실행.pdf'],
    ['증거.hta:.pdf', PDF, '증거.pdf'],
    ['증거.{3050F4D8-98B5-11CF-BB82-00AA00BDCE0B}', PDF, '증거.{3050F4D8-98B5-11CF-BB82-00AA00BDCE0B}.pdf'],
    ['증거', PDF, '증거.pdf'],
    ['', PDF, 'file.pdf'],
    ['...', PDF, 'file.pdf'],
    ['.url', PDF, 'file.pdf'],
    ['CON', PDF, '_CON.pdf'],
    ['nul.pdf', PDF, '_nul.pdf'],
    ['com1.기록.pdf', PDF, '_com1.기록.pdf'],
    ['LPT\u00b9.pdf', PDF, '_LPT\u00b9.pdf'],
    ['진술서.js.txt', TEXT, '진술서.txt'],
    ['진술서.md', TEXT, '진술서.md.txt'],
  ])('gives %j the extension of its content', (name, type, stored) => {
    expect(storedName(name, type)).toBe(stored);
    expect(storedName(stored, type)).toBe(stored);
  });

  it.each([
    '증거.hta',
    '진술서.js',
    '자료.bat',
    '홈페이지.url',
    '자료.BAT',
    '자료.cmd. .',
    '자료.vb\u202es',
    '자료.js:',
  ])('refuses the text %j, which is a program', (name) => {
    expect(storedName(name, TEXT)).toBeUndefined();
  });

  it('keeps the extension of a long name', () => {
    expect([...(storedName(`${'가'.repeat(500)}.pdf`, PDF) ?? '')]).toHaveLength(204);
  });

  it.each([' ', '.txt', '\u0301\u0316'])('takes no time for a name of thousands of %j', (part) => {
    const before = process.cpuUsage();
    expect(storedName(`a${part.repeat(30_000)}b.pdf`, PDF)).toMatch(/pdf$/);
    expect(cpuMsSince(before)).toBeLessThan(1000);
  });
});

it('both forms of a disposition have the extension of the content', () => {
  expect(disposition('report (1).pdf', PDF)).toContain('filename="report (1).pdf";');
  expect(disposition("a'(1)*.pdf", PDF)).toBe(`attachment; filename="file.pdf"; filename*=UTF-8''a%27%281%29%2A.pdf`);
});
