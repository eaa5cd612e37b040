import type { FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';

/** How long a login waits for its second factor (contract §6). */
const WAITS_MS = 5 * MINUTE_MS;

export type WaitingLoginCookie = {
  /** Returns the token of the browser's login that waits for a second factor. */
  read: (request: FastifyRequest) => string | undefined;
  set: (reply: FastifyReply, token: string) => void;
  clear: (reply: FastifyReply) => void;
};

/** Creates the cookie that allows only the second step of a login. */
export function createWaitingLoginCookie({ isHttps }: { isHttps: boolean }): WaitingLoginCookie {
  const name = isHttps ? '__Host-login' : 'login';
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const;
  return {
    read: (request) => request.cookies[name],
    set: (reply, token) => void reply.setCookie(name, token, { ...options, maxAge: WAITS_MS / SECOND_MS }),
    clear: (reply) => void reply.clearCookie(name, options),
  };
}
