import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseAway } from '#server/db/away.ts';
import { securityHeaders } from '#server/http/guards/security-headers.ts';
import { AppError } from '#server/lib/errors.ts';
import { ERRORS, type ErrorBody, type ErrorCode, type ErrorDetail } from '#shared/contract/errors.ts';

/** Parameters of paths that are ids of rows. */
const ID_PARAMS = ['id', 'stepId', 'deadlineId', 'paperId'];

/** Fastify's errors with a code of their own in the contract. */
const FRAMEWORK_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_JSON',
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
  FST_ERR_BAD_URL: 'BAD_REQUEST',
  // No resource has such a long name.
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
  FST_CSRF_MISSING_SECRET: 'CSRF_INVALID',
  FST_CSRF_INVALID_TOKEN: 'CSRF_INVALID',
};

/** Codes for errors of plugins, by status. */
const CODES_BY_STATUS: Record<number, ErrorCode> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
};

/** SQLSTATEs of conflicts: unique violation, missing reference, serialisation failure. */
const CONFLICT_STATES = new Set(['23505', '23503', '40001', '40P01']);

/**
 * SQLSTATEs of a reachable database that lacks resources (class 53) or cancelled the statement
 * (class 57).
 */
const BUSY_STATES = /^(53|57)...$/;
/** Message of the pool when all of its connections are held. */
const NO_CONNECTION = 'timeout exceeded when trying to connect';

function isDatabaseBusy(error: Error, code: string): boolean {
  return BUSY_STATES.test(code) || error.message === NO_CONNECTION;
}

/** Returns the 4xx status of an error from a plugin; undefined for any other error. */
function clientStatusOf(error: Error & { statusCode?: unknown }): number | undefined {
  const { statusCode } = error;
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : undefined;
}

/** Maps an error to the contract's errors; undefined for an unknown one. */
function knownError(error: Error & { code?: unknown }): AppError | undefined {
  const code = typeof error.code === 'string' ? error.code : '';
  const framework = FRAMEWORK_CODES[code];
  if (framework) return new AppError(framework, { cause: error });
  // Text that PostgreSQL cannot store (a NUL character), or a number out of range.
  if (code === '22021' || code === '22003' || code === '22P05') return new AppError('BAD_REQUEST', { cause: error });
  if (CONFLICT_STATES.has(code)) return new AppError('CONFLICT', { cause: error });
  if (isDatabaseAway(error) || isDatabaseBusy(error, code)) {
    return new AppError('UNAVAILABLE', { cause: error, retryAfterSeconds: 5 });
  }
  if (error instanceof SyntaxError && 'statusCode' in error) return new AppError('MALFORMED_JSON', { cause: error });
  return undefined;
}

function validationError(error: FastifyError): AppError {
  const details: ErrorDetail[] = (error.validation ?? []).map((issue) => ({
    path: issue.instancePath.split('/').filter(Boolean).join('.'),
    // For a missing or non-object body, the library's message would name types.
    message: (issue.instancePath !== '/' && issue.message) || ERRORS.VALIDATION_FAILED.message,
  }));
  const isId = error.validationContext === 'params' && details.every(({ path }) => ID_PARAMS.includes(path));
  return new AppError(isId ? 'INVALID_ID' : 'VALIDATION_FAILED', { details });
}

/** Builds the error body. For invalid input, `error` is the first message and `details` has all. */
function bodyOf(error: AppError): ErrorBody {
  const first = error.code === 'VALIDATION_FAILED' ? error.details?.[0]?.message : undefined;
  return {
    error: first ?? error.message,
    code: error.code,
    ...(error.details && { details: [...error.details] }),
    ...error.extra,
  };
}

type Answer = { appError: AppError; status: number; isRefusedByPlugin: boolean };

function answerTo(error: FastifyError): Answer {
  const own = (appError: AppError): Answer => ({ appError, status: appError.status, isRefusedByPlugin: false });
  if (error instanceof AppError) return own(error);
  if (hasZodFastifySchemaValidationErrors(error)) return own(validationError(error));
  const known = knownError(error);
  if (known) return own(known);
  const status = clientStatusOf(error);
  if (status === undefined) return own(new AppError('INTERNAL', { cause: error }));
  // A status without its own code, such as 416, is kept with the code of a bad request.
  const appError = new AppError(CODES_BY_STATUS[status] ?? 'BAD_REQUEST', { cause: error });
  return { appError, status, isRefusedByPlugin: true };
}

function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { appError, status, isRefusedByPlugin } = answerTo(error);
  if (status >= 500) request.log.error({ err: error, cause: appError.cause }, 'request failed');
  else if (isRefusedByPlugin) request.log.warn({ err: error, status }, 'request refused');
  if (appError.retryAfterSeconds !== undefined) reply.header('retry-after', String(appError.retryAfterSeconds));
  // A cache would keep a 404 without it, Varnish for two minutes.
  reply.header('cache-control', 'no-store');
  return reply.code(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(bodyOf(appError));
}

/** Writes every error body (contract §1). */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler(handleError);
}

/** Handles requests that the router refuses before any hook runs. */
export function frameworkErrorAnswerer({ isHttps }: { isHttps: boolean }) {
  const headers = securityHeaders(isHttps);
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    handleError(error, request, reply.headers(headers));
  };
}
