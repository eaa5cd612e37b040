import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AppError, fieldError } from '#server/lib/errors.ts';
import { MAX_ID } from '#shared/contract/fields.ts';

/**
 * Limit of exact counts (contract §1): counting a million rows would dominate the cost of a list.
 */
export const EXACT_TOTAL = 10_000;

/**
 * The row before a page: its id, and what the list was sorted by when it was read. The row may
 * change or go meanwhile; the page goes on where it stood.
 */
export type After = { readonly id: number; readonly key?: string | undefined };

/** Position before a page: of a row, or as numbers of which the last one is the id. */
export type ListPlace = After | readonly number[];

/** One page of a list. `next` is the position of the next page. */
export type Page<Row, Place extends ListPlace = After> = { rows: Row[]; next: Place | undefined; total: number };

/** Cuts a page from rows that were read with a limit of one more than requested. */
export function cutPage<Row extends { id: number; sort_key?: string | null }>(
  rows: Row[],
  limit: number,
): Omit<Page<Row>, 'total'> {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page, next: last && { id: last.id, key: last.sort_key ?? undefined } };
}

/** Largest number of milliseconds that is a valid time. */
const MAX_NUMBER = 8_640_000_000_000_000;

const CURSOR = /^after:(\d{1,16}(?:-\d{1,16})*)$/;
const AFTER = /^after:([1-9]\d{0,15})(?::([^\0]*))?$/;

export function invalidCursor(): AppError {
  return fieldError('cursor', '목록의 위치가 올바르지 않습니다.');
}

/**
 * Decodes a cursor to the row after which a page begins. A row instead of an offset keeps pages
 * stable while the list grows, and makes the last page as cheap as the first.
 * @throws AppError VALIDATION_FAILED for an invalid cursor
 */
export function readCursor(cursor: string | undefined): After | undefined {
  if (cursor === undefined) return undefined;
  const [, id, key] = AFTER.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const after = { id: Number(id), key };
  if (id === undefined || after.id > MAX_ID || writeCursor(after) !== cursor) throw invalidCursor();
  return after;
}

/**
 * As `readCursor`, for a list whose places are numbers. `ids` are the places of ids in it.
 * @throws AppError VALIDATION_FAILED for a cursor that no list with as many values has issued
 */
export function readPlace(
  cursor: string | undefined,
  length: number,
  ids: readonly number[] = [length - 1],
): readonly number[] | undefined {
  if (cursor === undefined) return undefined;
  const numbers = CURSOR.exec(Buffer.from(cursor, 'base64url').toString())?.[1]?.split('-').map(Number) ?? [];
  const isOurs =
    numbers.length === length &&
    numbers.every((number, place) => number <= (ids.includes(place) ? MAX_ID : MAX_NUMBER)) &&
    (numbers.at(-1) ?? 0) > 0;
  if (!isOurs || writeCursor(numbers) !== cursor) {
    throw invalidCursor();
  }
  return numbers;
}

function writeCursor(place: ListPlace): string {
  const text = 'id' in place ? [place.id, ...(place.key === undefined ? [] : [place.key])].join(':') : place.join('-');
  return Buffer.from(`after:${text}`).toString('base64url');
}

/** Sends the rows, with the next page in a header (contract §1). */
export function sendPart<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  { rows, next }: Omit<Page<Row, ListPlace>, 'total'>,
): Row[] {
  if (next !== undefined) {
    const [path = '', query] = request.url.split('?', 2);
    const parameters = new URLSearchParams(query);
    parameters.set('cursor', writeCursor(next));
    reply.header('link', `<${path}?${parameters}>; rel="next"`);
  }
  return rows;
}

/** As `sendPart`, with the total count in another header. */
export function sendPage<Row>(request: FastifyRequest, reply: FastifyReply, page: Page<Row, ListPlace>): Row[] {
  reply.header('x-total-count', page.total > EXACT_TOTAL ? `${EXACT_TOTAL}+` : String(page.total));
  return sendPart(request, reply, page);
}
