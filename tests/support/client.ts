import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type CallOptions = { headers?: Record<string, string>; csrf?: boolean };

/** Calls the app as a browser does: it keeps cookies and sends the CSRF token that it fetched once. */
export type Client = {
  get: (url: string, options?: CallOptions) => Promise<LightMyRequestResponse>;
  post: (url: string, body?: unknown, options?: CallOptions) => Promise<LightMyRequestResponse>;
  put: (url: string, body?: unknown, options?: CallOptions) => Promise<LightMyRequestResponse>;
  patch: (url: string, body?: unknown, options?: CallOptions) => Promise<LightMyRequestResponse>;
  delete: (url: string, options?: CallOptions) => Promise<LightMyRequestResponse>;
  cookies: Map<string, string>;
};

/** A new browser without cookies. `address` is the one that its requests come from. */
export function createClient(app: FastifyInstance, address = '127.0.0.1'): Client {
  const cookies = new Map<string, string>();
  let csrfToken: string | undefined;

  async function call(method: Method, url: string, body: unknown, { headers = {}, csrf = true }: CallOptions = {}): Promise<LightMyRequestResponse> {
    if (method !== 'GET' && csrf && csrfToken === undefined) {
      csrfToken = (await call('GET', '/api/csrf-token', undefined)).json<{ csrfToken: string }>().csrfToken;
    }
    const response: LightMyRequestResponse = await app.inject({
      method,
      url,
      remoteAddress: address,
      cookies: Object.fromEntries(cookies),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method !== 'GET' && csrf && csrfToken !== undefined && { 'x-csrf-token': csrfToken }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const { name, value, maxAge, expires } of response.cookies) {
      const isGone = maxAge === 0 || (expires !== undefined && expires.getTime() <= 0);
      if (isGone) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  return {
    cookies,
    get: (url, options) => call('GET', url, undefined, options),
    post: (url, body, options) => call('POST', url, body, options),
    put: (url, body, options) => call('PUT', url, body, options),
    patch: (url, body, options) => call('PATCH', url, body, options),
    delete: (url, options) => call('DELETE', url, undefined, options),
  };
}
