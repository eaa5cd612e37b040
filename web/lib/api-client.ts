import type { Method } from '#shared/contract/call.ts';
import type { ErrorBody } from '#shared/contract/errors.ts';
import { ApiError, NETWORK_ERROR_MESSAGE, UNREADABLE_ERROR_MESSAGE } from './api-error.ts';

export type CallOptions = {
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** The caller handles a 401 or 403 itself: the auth check and the login form do. */
  isSilent?: boolean;
};

const TIMEOUT_MS = 30_000;

let csrfToken: Promise<string | undefined> | undefined;
let onUnauthorized: ((status: 401 | 403) => void) | undefined;

/** Tells the client what to do when the server says that nobody is logged in, or not with the right to this. Set once by the router. */
export function setUnauthorizedHandler(handler: (status: 401 | 403) => void): void {
  onUnauthorized = handler;
}

function timeoutSignal({ signal, timeoutMs = TIMEOUT_MS }: CallOptions): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

async function send(path: string, init: RequestInit, options: CallOptions): Promise<Response> {
  try {
    return await fetch(path, { ...init, credentials: 'same-origin', signal: timeoutSignal(options) });
  } catch (error) {
    // A caller that gave up is told so; everything else means that no answer came.
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

/** The token that unsafe calls carry, fetched once. Without one the call goes out all the same (spec §7). */
function requireCsrfToken(): Promise<string | undefined> {
  csrfToken ??= fetchCsrfToken().catch(() => {
    csrfToken = undefined;
    return undefined;
  });
  return csrfToken;
}

async function fetchCsrfToken(): Promise<string | undefined> {
  const response = await send('/api/csrf-token', {}, {});
  const body = await readJson(response);
  const hasToken = typeof body === 'object' && body !== null && 'csrfToken' in body;
  if (!response.ok || !hasToken || typeof body.csrfToken !== 'string') throw new Error('no CSRF token');
  return body.csrfToken;
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';
}

function toApiError(response: Response, body: unknown): ApiError {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  const { status } = response;
  if (!isErrorBody(body))
    return new ApiError({ status, code: 'UNREADABLE', message: UNREADABLE_ERROR_MESSAGE, retryAfter });
  return new ApiError({ status, code: body.code, message: body.error, details: body.details, retryAfter });
}

async function attempt(method: Method, path: string, body: unknown, options: CallOptions): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' };
  // A form names its own type, with the boundary that the browser chooses.
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
  if (method !== 'GET') {
    const token = await requireCsrfToken();
    if (token) headers['x-csrf-token'] = token;
  }
  const init: RequestInit = { method, headers };
  if (body !== undefined) init.body = isForm ? body : JSON.stringify(body);
  return send(path, init, options);
}

type Answer = { body: unknown; headers: Headers };

/**
 * Makes one call: with the CSRF token where one is needed, JSON or a form as its body, and a failure
 * as an `ApiError`. Features use `send` and the other typed functions over it.
 */
export async function callServer(
  method: Method,
  path: string,
  body: unknown,
  options: CallOptions,
  isRetry = false,
): Promise<Answer> {
  const response = await attempt(method, path, body, options);
  const { status, headers } = response;
  const answer = await readJson(response);
  if (response.ok) {
    if (answer === undefined) throw new ApiError({ status, code: 'UNREADABLE', message: UNREADABLE_ERROR_MESSAGE });
    return { body: answer, headers };
  }
  const error = toApiError(response, answer);
  if (status === 401 || status === 403) {
    csrfToken = undefined;
    // Refused before anything was done, most likely because the token's cookie is gone: one new token, one more try.
    if (error.code === 'CSRF_INVALID' && !isRetry) return callServer(method, path, body, options, true);
    if (!options.isSilent) onUnauthorized?.(status);
  }
  throw error;
}

async function call<T>(method: Method, path: string, body: unknown, options: CallOptions): Promise<T> {
  const answer = await callServer(method, path, body, options);
  // The server validates its answers by the contract's schemas, so the type is the caller's word for it.
  return answer.body as T;
}

/** Part of a long list: `next` is the cursor of the part after it, `total` a number, or one with a plus where nobody counts on (contract §1). */
type ListPart<T> = { rows: T[]; next: string | undefined; total: string };

/** The cursor that a `Link` header leads on with. */
function nextCursor(link: string | null): string | undefined {
  const address = /<([^>]+)>; rel="next"/.exec(link ?? '')?.[1];
  return address === undefined ? undefined : (new URLSearchParams(address.split('?')[1]).get('cursor') ?? undefined);
}

function formWith(file: File): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}

/** The calls to the server. Failures are `ApiError`s; a call that its own signal ended rejects with that signal's reason. */
export const api = {
  get: <T>(path: string, options: CallOptions = {}) => call<T>('GET', path, undefined, options),
  post: <T>(path: string, body?: unknown, options: CallOptions = {}) => call<T>('POST', path, body, options),
  put: <T>(path: string, body?: unknown, options: CallOptions = {}) => call<T>('PUT', path, body, options),
  patch: <T>(path: string, body?: unknown, options: CallOptions = {}) => call<T>('PATCH', path, body, options),
  delete: <T>(path: string, options: CallOptions = {}) => call<T>('DELETE', path, undefined, options),
  /** Posts one file, as a form does. */
  upload: <T>(path: string, file: File, options: CallOptions = {}) => call<T>('POST', path, formWith(file), options),
  /** A list that comes in parts. */
  part: async <T>(path: string, options: CallOptions = {}): Promise<ListPart<T>> => {
    const { body, headers } = await callServer('GET', path, undefined, options);
    const next = nextCursor(headers.get('link'));
    return { rows: body as T[], next, total: headers.get('x-total-count') ?? '' };
  },
  /** A text of this site that is not JSON: terms and the like. */
  text: async (path: string, options: CallOptions = {}): Promise<string> => {
    const response = await send(path, {}, options);
    if (!response.ok) throw toApiError(response, await readJson(response));
    return response.text();
  },
};
