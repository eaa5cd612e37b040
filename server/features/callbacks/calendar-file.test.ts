import { describe, expect, it } from 'vitest';
import { calendarFile, foldLine } from './calendar-file.ts';

const EVENT = {
  uid: 'callback-7@shop.example',
  sequence: 2,
  startsAt: new Date('2026-11-24T01:00:00Z'),
  endsAt: new Date('2026-11-24T03:00:00Z'),
  title: '통화 예약',
  says: '이 시간 안에 전화드립니다.',
  orderNumber: '20261123-ABCD1234',
  url: 'https://shop.example/orders/12',
};

const WRITTEN_AT = new Date('2026-11-23T04:05:06.789Z');

/** Joins folded lines, as a calendar reads them. */
function unfold(file: string): string[] {
  return file.replaceAll('\r\n ', '').split('\r\n');
}

describe('calendarFile', () => {
  it('is one event in UTC with CRLF, UID, SEQUENCE and DTSTAMP', () => {
    const file = calendarFile([EVENT], WRITTEN_AT);
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const lines = unfold(file);
    expect(lines.slice(0, 3)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//법무법인 본보기//calendar//KO']);
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
    expect(lines).toEqual(
      expect.arrayContaining([
        'UID:callback-7@shop.example',
        'SEQUENCE:2',
        'DTSTAMP:20261123T040506Z',
        'DTSTART:20261124T010000Z',
        'DTEND:20261124T030000Z',
        'URL:https://shop.example/orders/12',
      ]),
    );
    expect(lines.find((line) => line.startsWith('DESCRIPTION:'))).toContain('20261123-ABCD1234\\n');
  });

  it('folds lines at 75 bytes without breaking a character', () => {
    for (const line of calendarFile([EVENT], WRITTEN_AT).split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toContain('\ufffd');
    }
    const long = `DESCRIPTION:${'가나다 '.repeat(40)}😀`;
    expect(foldLine(long).replaceAll('\r\n ', '')).toBe(long);
  });
});
