import type { Method } from '#shared/contract/call.ts';
import type { ErrorBody } from '#shared/contract/errors.ts';
import { getCsrfToken } from '#shared/features/accounts/session-calls.ts';
import { ApiError, NETWORK_ERROR_MESSAGE, UNREADABLE_ERROR_MESSAGE } from './api-error.ts';
import { setServerClock } from './browsers/server-clock.ts';
import { reportUnauthorized } from './unauthorized.ts';

export type CallOptions = {
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** The caller handles a 401 or 403 itself: the auth check and the login form do. */
  isSilent?: boolean;
  /** The call goes on when the page is left meanwhile; its body is short. */
  isKeptAlive?: boolean;
  /** Sends in place of `fetch`, which cannot report the progress of an upload. */
  transport?: (path: string, init: RequestInit) => Promise<Response>;
};

const TIMEOUT_MS = 30_000;
/** Calls within this time after a navigation count as caused by it. */
const NAVIGATION_MS = 5000;

/**
 * Refusals after which another page is needed: the session or the role has ended, or a login has to
 * be completed. Any other refusal concerns its call alone, whose caller shows the sentence.
 */
const LEADS_ELSEWHERE: ReadonlySet<string> = new Set([
  'UNAUTHENTICATED',
  'ADMIN_UNAUTHENTICATED',
  'ADMIN_FORBIDDEN',
  'SECOND_FACTOR_REQUIRED',
  'PASSWORD_CHANGE_REQUIRED',
]);

let navigatedAt = Number.NEGATIVE_INFINITY;

/** Marks the following calls as caused by a user, not by polling (contract §6). */
export function noteNavigation(): void {
  navigatedAt = performance.now();
}

let csrfToken: Promise<string | undefined> | undefined;
let onStepUp: (() => Promise<boolean>) | undefined;

/** Sets the handler that asks for a second factor; returns a function that removes it. */
export function setStepUpHandler(handler: () => Promise<boolean>): () => void {
  onStepUp = handler;
  return () => {
    onStepUp = undefined;
  };
}

/** Follows the caller's signal and the time limit; Safari 16 has no `AbortSignal.any`. */
function timeoutSignal({ signal, timeoutMs = TIMEOUT_MS }: CallOptions): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  if (!signal) return timeout;
  const either = new AbortController();
  for (const source of [signal, timeout]) {
    if (source.aborted) either.abort(source.reason);
    source.addEventListener('abort', () => either.abort(source.reason), { signal: either.signal });
  }
  return either.signal;
}

async function fetchFrom(path: string, init: RequestInit, options: CallOptions): Promise<Response> {
  try {
    const { transport = fetch } = options;
    const response = await transport(path, { ...init, credentials: 'same-origin', signal: timeoutSignal(options) });
    setServerClock(response);
    return response;
  } catch (error) {
    // Rethrow an abort by the caller; all other errors mean that there was no response.
    if (options.signal?.aborted) throw error;
    throw new ApiError({ status: 0, code: 'NETWORK', message: NETWORK_ERROR_MESSAGE });
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** Fetches the CSRF token for unsafe calls, once. Without one the call is sent anyway (spec §7). */
function requireCsrfToken(): Promise<string | undefined> {
  csrfToken ??= fetchCsrfToken().catch(() => {
    csrfToken = undefined;
    return undefined;
  });
  return csrfToken;
}

async function fetchCsrfToken(): Promise<string | undefined> {
  const { method, path } = getCsrfToken;
  const answer = await readAnswer(await callServer(method, path, undefined, { isSilent: true }));
  const hasToken = typeof answer === 'object' && answer !== null && 'csrfToken' in answer;
  return hasToken ? String(answer.csrfToken) : undefined;
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';
}

function toApiError(response: Response, body: unknown): ApiError {
  const { error, code, details, ...extra }: Partial<ErrorBody> = isErrorBody(body) ? body : {};
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError({
    status: response.status,
    code: code ?? 'UNREADABLE',
    message: error ?? UNREADABLE_ERROR_MESSAGE,
    details,
    extra,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
  });
}

async function attempt(method: Method, path: string, body: unknown, options: CallOptions): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' };
  // The browser sets the content type of a form, with its boundary.
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
  if (performance.now() - navigatedAt < NAVIGATION_MS) headers['x-navigation'] = '1';
  if (method !== 'GET') {
    const token = await requireCsrfToken();
    if (token) headers['x-csrf-token'] = token;
  }
  const init: RequestInit = { method, headers, ...(options.isKeptAlive && { keepalive: true }) };
  if (body !== undefined) init.body = isForm ? body : JSON.stringify(body);
  return fetchFrom(path, init, options);
}

async function mayRetry(code: string): Promise<boolean> {
  if (code === 'CSRF_INVALID') return true;
  return code === 'STEP_UP_REQUIRED' && onStepUp !== undefined && onStepUp();
}

/**
 * Makes one call: with the CSRF token where one is needed, and JSON or a form as its body. Resolves
 * to an answer of success; a failure is an `ApiError`. Features use `send` and the other typed
 * functions over it.
 */
export async function callServer(
  method: Method,
  url: string,
  body: unknown,
  options: CallOptions,
  retriedFor: readonly string[] = [],
): Promise<Response> {
  const response = await attempt(method, url, body, options);
  if (response.ok) return response;
  const error = toApiError(response, await readJson(response));
  const { status } = response;
  if (status === 401 || status === 403) {
    csrfToken = undefined;
    // The call had no effect, most likely because the cookie of the token is gone: retry once with
    // a new token. After a step-up the call is repeated unchanged, with its idempotency key.
    if (!retriedFor.includes(error.code) && (await mayRetry(error.code))) {
      return callServer(method, url, body, options, [...retriedFor, error.code]);
    }
    if (!options.isSilent && LEADS_ELSEWHERE.has(error.code)) reportUnauthorized(status);
  }
  throw error;
}

/** @throws ApiError where the body is no JSON */
export async function readAnswer(response: Response): Promise<unknown> {
  const answer = await readJson(response);
  if (answer !== undefined) return answer;
  throw toApiError(response, answer);
}
