import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#server/lib/errors.ts';

/** Counted exactly up to here (contract §1): counting a million rows would cost more than all the rest of a list. */
export const EXACT_TOTAL = 10_000;

/** A part of a list. `next` is the id of the last row, after which the next part begins. */
export type Page<Row> = { rows: Row[]; next: number | undefined; total: number };

/** Cuts what was read with a limit of one more than asked for. */
export function cutPage<Row extends { id: number }>(rows: Row[], limit: number): Omit<Page<Row>, 'total'> {
  const page = rows.slice(0, limit);
  return { rows: page, next: rows.length > limit ? page.at(-1)?.id : undefined };
}

const CURSOR = /^after:([1-9]\d{0,15})$/;

/**
 * The row after which a page begins. It is the row itself that is remembered, not a count of rows,
 * so a list that grows meanwhile neither repeats nor skips any, and the last page costs what the
 * first does.
 * @throws AppError VALIDATION_FAILED for anything that no list has given out
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

/** Answers the rows; where the list goes on, and how long it is, stand in the headers (contract §1). */
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
