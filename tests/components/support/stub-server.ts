import { onTestFinished, vi } from 'vitest';

type Answer = Response | Promise<Response>;

export const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });

/**
 * Answers the calls of a component, by method and path as in `POST /api/orders`. A call that is not
 * named fails like one without a network. Returns the bodies that were sent, in order.
 */
export function stubServer(answers: Readonly<Record<string, () => Answer>>): unknown[] {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (path === '/api/csrf-token') return json({ csrfToken: 'token' });
    if (method !== 'GET') sent.push(typeof body === 'string' ? JSON.parse(body) : body);
    const answer = answers[`${method} ${path.replace(/\?.*/, '')}`];
    if (!answer) throw new TypeError(`no answer to ${method} ${path}`);
    return answer();
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return sent;
}
