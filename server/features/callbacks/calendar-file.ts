import { FIRM } from '#content/firm.ts';

type Event = {
  /** Unique for all time, the same after a move. */
  uid: string;
  /** Higher in each newer version. */
  sequence: number;
  writtenAt: Date;
  startsAt: Date;
  endsAt: Date;
  orderNumber: string;
  url: string;
};

const MAX_LINE_BYTES = 75;

/** `20261124T010000Z` */
function utc(time: Date): string {
  return time.toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Escapes a value of the type TEXT (RFC 5545, 3.3.11). */
function textOf(value: string): string {
  return value.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
}

/** Breaks a line after 75 bytes at most, never within a character (RFC 5545, 3.1). */
export function foldLine(line: string): string {
  const lines = [''];
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > MAX_LINE_BYTES) {
      lines.push(' ');
      bytes = 1;
    }
    lines[lines.length - 1] += character;
    bytes += size;
  }
  return lines.join('\r\n');
}

/**
 * An iCalendar file with one event (RFC 5545, decision 039). It names no service: calendars show on
 * lock screens.
 */
export function calendarFile({ uid, sequence, writtenAt, startsAt, endsAt, orderNumber, url }: Event): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${textOf(FIRM.name)}//callback//KO`,
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utc(writtenAt)}`,
    `DTSTART:${utc(startsAt)}`,
    `DTEND:${utc(endsAt)}`,
    `SUMMARY:${textOf(`통화 예약 (${FIRM.name})`)}`,
    `DESCRIPTION:${textOf(`주문 번호 ${orderNumber}\n이 시간 안에 전화드립니다. 변경이나 취소는 로그인하신 뒤 하실 수 있습니다.\n${url}`)}`,
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}
