import { FIRM } from '#content/firm.ts';
import { wireTime } from '#server/lib/wire-time.ts';

/** Something of a case that takes a time, or a whole day as in `2026-12-07`. */
type CalendarEvent = {
  /** Unique for all time, the same after a move. */
  uid: string;
  /** Higher in each newer version. */
  sequence: number;
  title: string;
  says: string;
  orderNumber: string;
  url: string;
} & ({ startsAt: Date; endsAt: Date } | { day: string });

const MAX_LINE_BYTES = 75;

/** `20261124T010000Z` */
function utc(time: Date): string {
  return wireTime(time).replace(/[-:]|\.\d+/g, '');
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

function timesOf(event: CalendarEvent): string[] {
  if ('startsAt' in event) return [`DTSTART:${utc(event.startsAt)}`, `DTEND:${utc(event.endsAt)}`];
  return [`DTSTART;VALUE=DATE:${event.day.replaceAll('-', '')}`];
}

function eventLines(event: CalendarEvent, writtenAt: Date): string[] {
  const { uid, sequence, title, says, orderNumber, url } = event;
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utc(writtenAt)}`,
    ...timesOf(event),
    `SUMMARY:${textOf(`${title} (${FIRM.name})`)}`,
    `DESCRIPTION:${textOf(`주문 번호 ${orderNumber}\n${says}\n${url}`)}`,
    `URL:${url}`,
    'END:VEVENT',
  ];
}

/**
 * An iCalendar file (RFC 5545, decision 039). It names no service: calendars show on lock screens.
 */
export function calendarFile(events: readonly CalendarEvent[], writtenAt: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${textOf(FIRM.name)}//calendar//KO`,
    ...events.flatMap((event) => eventLines(event, writtenAt)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}
