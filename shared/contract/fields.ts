import { z } from 'zod';
import { isPhone, phoneDigits } from '#shared/format/phone.ts';
import { ORDER_STATUSES } from '#shared/rules/order-status.ts';
import { MAX_PRICE_WON } from '#shared/rules/price.ts';
import { SERVICE_CATEGORIES } from '#shared/rules/service-category.ts';
import { MILITARY_STATUSES, RELATIONSHIPS } from '#shared/rules/soldier.ts';
import { isDay } from '#shared/text/day.ts';
import { DAY_MESSAGE } from '#shared/text/day-message.ts';
import { readAddress, readAscii, readCode, readDay, readLine, readText } from '#shared/text/typed-text.ts';

/** Shortest password (spec §9) and the longest (contract §3), in characters. */
export const PASSWORD_MIN = 6;
/** Of administrators (contract §3). */
export const ADMIN_PASSWORD_MIN = 12;
const PASSWORD_MAX = 128;

const PHONE_MESSAGE = '올바른 전화번호 형식이 아닙니다. (예: 010-1234-5678)';
const EMAIL_MESSAGE = '올바른 이메일 형식이 아닙니다.';
const USER_ID_MESSAGE = '영문·숫자 4~20자로 입력해주세요. (_ . - 사용 가능)';
export const USER_ID_BLANK_MESSAGE = '아이디를 입력해주세요.';
export const PASSWORD_BLANK_MESSAGE = '비밀번호를 입력해주세요.';
const PASSWORD_MESSAGE = `비밀번호는 ${PASSWORD_MIN}자 이상 ${PASSWORD_MAX}자 이하여야 합니다.`;

/** The largest id of the database. */
export const MAX_ID = 2_147_483_647;

// PostgreSQL's text cannot hold NUL, and other control characters have no place in a line of text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/;

// Line breaks and tabs are text, the others are not.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
const NO_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const TEXT_MESSAGE = '문자로 입력해주세요.';
const ID_MESSAGE = '올바르지 않은 번호입니다.';
const VERSION_MESSAGE = '버전이 올바르지 않습니다.';

/** Messages of a field: its own for a missing value, and the accepted type for a wrong one. */
function ask(missing: string, mistyped: string) {
  return { error: ({ input }: { input?: unknown }) => (input === undefined || input === null ? missing : mistyped) };
}

type Reader = (text: string) => string;

/** A longer text than `max` ends the checks, so that no pattern ever works on it. */
function asLine(typed: z.ZodString, max: number, read: Reader) {
  return typed
    .overwrite(read)
    .max(max, { error: `${max}자 이하로 입력해주세요.`, abort: true })
    .refine((text) => !CONTROL_CHARACTERS.test(text), '사용할 수 없는 문자가 있습니다.');
}

/** One line of text as `read` gives it, at most `max` characters. */
export function line(max: number, missing: string = TEXT_MESSAGE, read: Reader = readLine) {
  return asLine(z.string(ask(missing, TEXT_MESSAGE)), max, read);
}

/** One line of text that may not be blank. */
export function requiredLine(max: number, message: string, read: Reader = readLine) {
  return line(max, message, read).min(1, message);
}

/** Text of several lines, or HTML, at most `max` characters. A longer one ends the checks. */
export function text(max: number, missing: string) {
  return z
    .string({ error: missing })
    .overwrite(readText)
    .max(max, { error: `${max}자 이하로 입력해주세요.`, abort: true })
    .refine((value) => !NO_TEXT.test(value), '사용할 수 없는 문자가 있습니다.');
}

/** Text of several lines that may not be blank. */
export function requiredText(max: number, message: string) {
  return text(max, message).min(1, message);
}

const MAX_NAME = 50;
const NAME_MESSAGE = '이름을 입력해주세요.';

/** The name of a person. */
export const personName = requiredLine(MAX_NAME, NAME_MESSAGE);

/** A name that may be blank, but not made of characters that cannot be seen. */
export const optionalName = asLine(
  z
    .string(ask(TEXT_MESSAGE, TEXT_MESSAGE))
    .refine((typed) => typed.trim() === '' || readLine(typed) !== '', NAME_MESSAGE),
  MAX_NAME,
  readLine,
);

export const id = z.int({ error: ID_MESSAGE }).min(1, ID_MESSAGE).max(MAX_ID, ID_MESSAGE);

/** The version of what an administrator sees, which a body must hold. */
export const requiredVersion = z.int({ error: VERSION_MESSAGE }).min(1, VERSION_MESSAGE);

/**
 * The version that an administrator has edited: an older one than the stored is refused. Without
 * it the last one to write wins.
 */
export const seenVersion = requiredVersion.nullish();

/** An id that a body must hold; `missing` is said when it does not. */
export function requiredId(missing: string) {
  return z.int(ask(missing, ID_MESSAGE)).pipe(id);
}

/** `:id` of a path: digits only, so that `1e3`, ` 1` and `0x1` are refused. */
export const idParam = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,9}$/, ID_MESSAGE)
    .transform(Number)
    .pipe(id),
});
export type IdParam = z.input<typeof idParam>;

const WON_MESSAGE = '금액은 0 이상의 정수(원)여야 합니다.';

export const won = z
  .int(ask('금액이 필요합니다.', WON_MESSAGE))
  .min(0, WON_MESSAGE)
  .max(MAX_PRICE_WON, '금액이 너무 큽니다.');

/** Characters of a phone number in its longest form, as `+82 (0)10 - 1234 - 5678`. */
const MAX_PHONE = 40;

/** A phone number in any way of writing it, empty allowed; comes out as digits. */
export const phone = line(MAX_PHONE).refine(isPhone, PHONE_MESSAGE).transform(phoneDigits);

export const requiredPhone = requiredLine(MAX_PHONE, '전화번호를 입력해주세요.')
  .refine(isPhone, PHONE_MESSAGE)
  .transform(phoneDigits);

/** An e-mail address, empty allowed (spec §5: a basic pattern). */
export const email = line(254, TEXT_MESSAGE, readAddress).refine(
  (text) => text === '' || /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$/.test(text),
  EMAIL_MESSAGE,
);

const EMAIL_BLANK_MESSAGE = '이메일을 입력해주세요.';
export const requiredEmail = requiredLine(254, EMAIL_BLANK_MESSAGE, readAddress).pipe(email);

export const userId = z
  .string(ask(USER_ID_BLANK_MESSAGE, USER_ID_MESSAGE))
  // A keyboard adds a blank to a word, never a line break.
  .refine((typed) => !/[\r\n]/.test(typed), USER_ID_MESSAGE)
  .overwrite(readAscii)
  .min(1, USER_ID_BLANK_MESSAGE)
  .regex(/^([A-Za-z0-9_.-]{4,20})?$/, USER_ID_MESSAGE);

/** A code of six digits. */
export function sixDigits(message: string) {
  return z
    .string({ error: message })
    .overwrite(readCode)
    .regex(/^[0-9]{6}$/, message);
}

/** A day in Korea, which comes out as `2026-03-01`. */
export function day(message: string = DAY_MESSAGE) {
  return z.string({ error: message }).overwrite(readDay).refine(isDay, message).meta({ format: 'date' });
}

/** A day in Korea; blank and null are none. */
export const deadlineDay = z.union([z.literal(''), day()], { error: DAY_MESSAGE }).nullish();

/** A new password. Not of blanks alone: the login takes those for a field left empty (spec §5). */
export const password = z
  .string(ask(PASSWORD_BLANK_MESSAGE, PASSWORD_MESSAGE))
  .min(PASSWORD_MIN, { error: PASSWORD_MESSAGE, abort: true })
  .max(PASSWORD_MAX, PASSWORD_MESSAGE)
  .refine((text) => text.trim() !== '', PASSWORD_BLANK_MESSAGE);

export const militaryStatus = z.enum(MILITARY_STATUSES, { error: '군 복무 상태를 선택해주세요.' });
export const relationship = z.enum(RELATIONSHIPS, { error: '관계를 선택해주세요.' });

export const orderStatus = z.enum(ORDER_STATUSES);
export const serviceCategory = z.enum(SERVICE_CATEGORIES);

/** ISO 8601 in UTC with `Z`. */
export const timestamp = z.iso.datetime();

/** The answer of a call that has nothing else to say. */
export const success = z.object({ success: z.literal(true) });
export type Success = z.infer<typeof success>;

/** The provider's id of a receipt. */
export const receiptIdText = z
  .string({ error: '결제 번호가 필요합니다.' })
  .regex(/^[A-Za-z0-9_-]{1,100}$/, '결제 번호가 올바르지 않습니다.');
