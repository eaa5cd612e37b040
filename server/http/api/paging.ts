import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#server/lib/errors.ts';

/**
 * Limit of exact counts (contract §1): counting a million rows would dominate the cost of a list.
 */
export const EXACT_TOTAL = 10_000;

/** One page of a list. `next` is the id of its last row, after which the next page begins. */
export type Page<Row> = { rows: Row[]; next: number | undefined; total: number };

/** Cuts a page from rows that were read with a limit of one more than requested. */
export function cutPage<Row extends { id: number }>(rows: Row[], limit: number): Omit<Page<Row>, 'total'> {
  const page = rows.slice(0, limit);
  return { rows: page, next: rows.length > limit ? page.at(-1)?.id : undefined };
}

const CURSOR = /^after:([1-9]\d{0,15})$/;

/**
 * Decodes a cursor to the id of the row after which a page begins. An id instead of an offset keeps
 * pages stable while the list grows, and makes the last page as cheap as the first.
 * @throws AppError VALIDATION_FAILED for an invalid cursor
 */
export function readCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  const id = CURSOR.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (id === undefined || writeCursor(Number(id)) !== cursor) {
    throw new AppError('VALIDATION_FAILED', {
      details: [{ path: 'cursor', message: '목록의 위치가 올바르지 않습니다.' }],
    });
  }
  return Number(id);
}

function writeCursor(id: number): string {
  return Buffer.from(`after:${id}`).toString('base64url');
}

/** Sends the rows, with the next page and the total count in the headers (contract §1). */
export function sendPage<Row>(request: FastifyRequest, reply: FastifyReply, { rows, next, total }: Page<Row>): Row[] {
  reply.header('x-total-count', total > EXACT_TOTAL ? `${EXACT_TOTAL}+` : String(total));
  if (next !== undefined) {
    const [path = '', query] = request.url.split('?', 2);
    const parameters = new URLSearchParams(query);
    parameters.set('cursor', writeCursor(next));
    reply.header('link', `<${path}?${parameters}>; rel="next"`);
  }
  return rows;
}
