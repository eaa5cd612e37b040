import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { ERRORS, type ErrorCode } from '#shared/contract/errors.ts';

/** Every code with its status and the sentence that people read. */
export const errorCode = z.enum(Object.keys(ERRORS)).describe(
  Object.entries(ERRORS)
    .toSorted(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, message }]) => `- ${status} \`${code}\`: ${message}`)
    .join('\n'),
);

/** The body of every error. A call may add fields of its own: the contract names them. */
export const errorBody = z.object({
  error: z.string().describe('A sentence for people.'),
  message: z.string().optional().describe('The same, where the contract asks for it.'),
  code: errorCode,
  details: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .optional()
    .describe('Each offending field.'),
});

const RETRY_AFTER = { 'Retry-After': { type: 'integer', description: 'Seconds to wait.' } };

/** A response that carries one of the codes; `ErrorCode` has the sentence of each. */
function errorResponse(status: string, codes: readonly ErrorCode[]): object {
  const canWait = codes.some((code) => ERRORS[code].status === 429 || ERRORS[code].status === 503);
  const schema = { allOf: [{ $ref: '#/components/schemas/ErrorBody' }], properties: { code: { enum: codes } } };
  return {
    description: STATUS_CODES[status] ?? 'Errors of every call of this kind',
    ...(canWait && { headers: RETRY_AFTER }),
    content: { 'application/json': { schema } },
  };
}

/**
 * Describes the error responses of a call. Its own errors and 400 are under their status; what
 * every call of its kind may answer is the `default`.
 */
export function errorResponses(codes: readonly ErrorCode[], own: readonly ErrorCode[]): Record<string, object> {
  const alone = new Set([400, ...own.map((code) => ERRORS[code].status)]);
  const byStatus = Map.groupBy(codes, (code) =>
    alone.has(ERRORS[code].status) ? String(ERRORS[code].status) : 'default',
  );
  return Object.fromEntries([...byStatus].map(([status, group]) => [status, errorResponse(status, group)]));
}
