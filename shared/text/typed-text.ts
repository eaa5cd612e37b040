/**
 * Reads what people type or paste. Every field, every search and the API read texts here, so that
 * the same text is the same everywhere. Passwords are not read: they are compared as they are.
 */

/**
 * Characters without a shape that keyboards, web pages and word processors leave behind, marks that
 * turn the reading direction among them. Those that have a use are judged below.
 */
const INVISIBLE =
  /(?![\u115f\u1160\u3164\uffa0]|[\ufe00-\ufe0f]|\u200c|\u200d)[\p{DI}\p{Cf}\u0080-\u0084\u0086-\u009f]/gu;

/** Joiners belong between the parts of an emoji and nowhere else. */
const JOINER =
  /((?:\p{Extended_Pictographic}|\ufe0f|[\u{1f3fb}-\u{1f3ff}])\u200d(?=\p{Extended_Pictographic}))|\u200c|\u200d/gu;

/** Half of a pair that something cut. */
const LONE_SURROGATE = /\p{Cs}/gu;

/** Old Hangul, in which a filler stands for a missing letter. */
const JAMO = /[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]+/g;
const FILLERS_ALONE = /^[\u115f\u1160]+$/;

/** Letters without a shape, and the blank of Braille. */
const EMPTY_LETTER = /[\u2800\u3164\uffa0]/g;

/**
 * Letters that some systems send in parts: Hangul syllables, letters with accents, and the second
 * encoding of Korean Hanja. Normalising everything would turn the look-alike of a letter, such as
 * the Kelvin sign, into that letter of another person's id or address. More marks than Unicode lets a
 * letter have in a stream stay as they are: to put them in order takes the square of their number.
 */
const IN_PARTS = /[\u1100-\u11ff\ua960-\ua97c\uac00-\ud7fb]+|[\uf900-\ufaff]+|\p{L}\p{M}{1,30}(?!\p{M})/gu;

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}\p{C}]/u;

/** Blanks of other widths; a tab stands between cells of a spreadsheet. */
const BLANK = /[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: word processors paste them for line ends
const LINE_END = /\r\n?|[\u000b\u000c\u0085\u2028\u2029]/g;

const FULL_WIDTH_ASCII = /[\uff01-\uff5e]/g;
/** The full stops of Chinese and Japanese keyboards, which a domain may be written with (RFC 3490). */
const FULL_STOP = /[\u3002\uff61]/g;
/** From a full-width character to its ASCII one. */
const TO_ASCII = 0xff01 - 0x21;

function visible(text: string): string {
  const clean = text
    .replace(INVISIBLE, '')
    .replace(LONE_SURROGATE, '')
    .replace(JOINER, (_, joined: string | undefined) => joined ?? '')
    .replace(JAMO, (letters) => (FILLERS_ALONE.test(letters) ? '' : letters))
    .replace(EMPTY_LETTER, ' ')
    .replace(IN_PARTS, (letters) => letters.normalize('NFC'));
  return VISIBLE.test(clean) ? clean : '';
}

/** One line: composed, with plain blanks, without what cannot be seen, trimmed. */
export function readLine(text: string): string {
  return visible(text.replace(/[\u0085\u2028\u2029]/g, ' '))
    .replace(BLANK, ' ')
    .trim();
}

/** Several lines, or HTML: as `readLine`, but blanks within stay as they are. */
export function readText(text: string): string {
  return visible(text.replace(LINE_END, '\n')).trim();
}

/** A line of ASCII, which a keyboard can also write in full width: ids and addresses. */
export function readAscii(text: string): string {
  return readLine(text)
    .replace(FULL_STOP, '.')
    .replace(FULL_WIDTH_ASCII, (character) => String.fromCharCode(character.charCodeAt(0) - TO_ASCII));
}

/** An e-mail address, which is copied from a link with its scheme. */
export function readAddress(text: string): string {
  return readAscii(text).replace(/^mailto:/i, '');
}

/** A code or a number of an account, without the blanks and hyphens that people read it by. */
export function readCode(text: string): string {
  return readAscii(text).replace(/[\s\u2010-\u2015\u2212-]/g, '');
}

/** The digits of a code, also from a message that was pasted with it. */
export function readDigits(text: string): string {
  return readCode(text).replace(/\D/g, '');
}

/** A text as searches compare it: without the difference of capital and small letters. */
export function comparable(text: string): string {
  return readText(text).toLowerCase();
}

const DAY =
  /^(\d{4})(?:-|[./년]\s*)(\d{1,2})(?:-|[./월]\s*)(\d{1,2})[.일]?(?:\s*(?:\([일월화수목금토]\)|[일월화수목금토]요일))?$/;

/** A day as `2026-03-01`, also from `2026. 3. 1.(일)`, `2026/3/1`, `2026년 3월 1일 일요일` and `20260301`. */
export function readDay(text: string): string {
  const line = readAscii(text);
  const [, year, month = '', day = ''] = DAY.exec(line) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(line) ?? [];
  return year === undefined ? line : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
