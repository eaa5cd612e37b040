import { Agent, request } from 'node:http';

export type Answer = { status: number; body: string; cookies: string[]; retryAfter: string | undefined };
export type Browser = {
  /** `signal` aborts the request before the response. */
  call: (method: string, path: string, body?: unknown, signal?: AbortSignal) => Promise<Answer>;
  /** Like `call`, but throws unless the response has that status. */
  expect: <T>(status: number, method: string, path: string, body?: unknown) => Promise<T>;
  cookies: ReadonlyMap<string, string>;
};

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends one request over a keep-alive connection, at little cost compared with the server's. */
export function send(
  url: URL,
  options: { method: string; headers: Record<string, string>; body?: string; signal?: AbortSignal | undefined },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers =
      options.body === undefined
        ? options.headers
        : { ...options.headers, 'content-length': String(Buffer.byteLength(options.body)) };
    const outgoing = request(url, { method: options.method, headers, agent, signal: options.signal }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const cookies = (incoming.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0] ?? '');
        const retryAfter = incoming.headers['retry-after'];
        resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(chunks).toString(), cookies, retryAfter });
      });
      incoming.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(options.body);
  });
}

/**
 * Creates a browser's side of the protocol: cookies, optionally with initial ones, and the CSRF
 * token fetched once.
 */
export async function openBrowser(baseUrl: string, cookies: Record<string, string> = {}): Promise<Browser> {
  const jar = new Map(Object.entries(cookies));
  let token = '';

  async function call(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Answer> {
    const headers: Record<string, string> = { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') };
    if (method !== 'GET') headers['x-csrf-token'] = token;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const answer = await send(new URL(path, baseUrl), {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
    });
    for (const cookie of answer.cookies) {
      const at = cookie.indexOf('=');
      jar.set(cookie.slice(0, at), cookie.slice(at + 1));
    }
    return answer;
  }

  async function expect<T>(status: number, method: string, path: string, body?: unknown): Promise<T> {
    const answer = await call(method, path, body);
    if (answer.status !== status) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body);
  }

  token = (await expect<{ csrfToken: string }>(200, 'GET', '/api/csrf-token')).csrfToken;
  return { call, expect, cookies: jar };
}
