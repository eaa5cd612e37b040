import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type CallOptions = {
  headers?: Record<string, string>;
  /** `false` sends no CSRF token; a string sends that one. */
  csrf?: boolean | string;
};

/** Calls the app like a browser: keeps cookies and sends the CSRF token fetched once. */
export type Client = {
  get: (url: string, options?: CallOptions) => Promise<LightMyRequestResponse>;
  post: (url: string, body?: unknown, options?: CallOptions) => Promise<LightMyRequestResponse>;
  put: (url: string, body?: unknown, options?: CallOptions) => Promise<LightMyRequestResponse>;
  patch: (url: string, body?: unknown, options?: CallOptions) => Promise<LightMyRequestResponse>;
  delete: (url: string, options?: CallOptions & { body?: unknown }) => Promise<LightMyRequestResponse>;
  /** Sends any method. Strings and bytes are sent unchanged, other bodies as JSON. */
  call: (method: Method, url: string, body?: unknown, options?: CallOptions) => Promise<LightMyRequestResponse>;
  /** Logs in by inserting a session for the user. */
  as: (user: { id: number }) => Promise<Client>;
  cookies: Map<string, string>;
};

type ClientOptions = {
  /** Client address of the requests. */
  address?: string;
  /** Inserts a session for the user and returns its cookie. */
  openSession?: (userId: number) => Promise<{ name: string; value: string }>;
};

/** Creates a browser without cookies. */
export function createClient(app: FastifyInstance, { address = '127.0.0.1', openSession }: ClientOptions = {}): Client {
  const cookies = new Map<string, string>();
  let csrfToken: string | undefined;

  function keepCookies(response: LightMyRequestResponse): void {
    for (const { name, value, maxAge, expires } of response.cookies) {
      const isGone = maxAge === 0 || (expires !== undefined && expires.getTime() <= 0);
      if (isGone) cookies.delete(name);
      else cookies.set(name, value);
    }
  }

  async function tokenFor(method: Method, csrf: boolean | string): Promise<string | undefined> {
    if (method === 'GET' || csrf === false) return undefined;
    if (typeof csrf === 'string') return csrf;
    csrfToken ??= (await call('GET', '/api/csrf-token')).json<{ csrfToken: string }>().csrfToken;
    return csrfToken;
  }

  async function call(
    method: Method,
    url: string,
    body?: unknown,
    { headers = {}, csrf = true }: CallOptions = {},
  ): Promise<LightMyRequestResponse> {
    const token = await tokenFor(method, csrf);
    const response: LightMyRequestResponse = await app.inject({
      method,
      url,
      remoteAddress: address,
      cookies: Object.fromEntries(cookies),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { 'x-csrf-token': token }),
        ...headers,
      },
      ...(body !== undefined && {
        payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    });
    keepCookies(response);
    return response;
  }

  const client: Client = {
    cookies,
    call,
    get: (url, options) => call('GET', url, undefined, options),
    post: (url, body, options) => call('POST', url, body, options),
    put: (url, body, options) => call('PUT', url, body, options),
    patch: (url, body, options) => call('PATCH', url, body, options),
    delete: (url, { body, ...options } = {}) => call('DELETE', url, body, options),
    async as(user) {
      if (!openSession) throw new Error('this client does not know how to open a session');
      const cookie = await openSession(user.id);
      cookies.set(cookie.name, cookie.value);
      return client;
    },
  };
  return client;
}
