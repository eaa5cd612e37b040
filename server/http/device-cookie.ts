import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS, SECOND_MS } from '#server/lib/time.ts';
import { hashToken, newToken } from '#server/lib/tokens.ts';

/** How long a browser stays known to the accounts that were logged in to in it (contract §3). */
export const DEVICE_MS = 90 * DAY_MS;

/** As `newToken` makes them; a cookie of another form was not set by us. */
const TOKEN = /^[\w-]{43}$/;

export type DeviceCookie = {
  /** What is stored of the browser's token; undefined when it has none. */
  read: (request: FastifyRequest) => Buffer | undefined;
  /** The browser's token, or a new one: what is stored of it, and the act that sets the cookie. */
  prepare: (request: FastifyRequest) => { hash: Buffer; keep: (reply: FastifyReply) => void };
};

/**
 * A cookie that tells a browser from others, across logins and logouts. It opens nothing: a browser
 * that logged in before only keeps its turn while others guess passwords.
 */
export function createDeviceCookie({ isHttps }: { isHttps: boolean }): DeviceCookie {
  const name = isHttps ? '__Host-device' : 'device';
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const;

  function tokenOf(request: FastifyRequest): string | undefined {
    const value = request.cookies[name];
    return value !== undefined && TOKEN.test(value) ? value : undefined;
  }

  return {
    read(request) {
      const token = tokenOf(request);
      return token === undefined ? undefined : hashToken(token);
    },
    prepare(request) {
      const token = tokenOf(request) ?? newToken();
      return {
        hash: hashToken(token),
        keep: (reply) => void reply.setCookie(name, token, { ...options, maxAge: DEVICE_MS / SECOND_MS }),
      };
    },
  };
}
