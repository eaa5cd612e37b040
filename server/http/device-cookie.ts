import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS, SECOND_MS } from '#server/lib/time.ts';
import { hashToken, newToken } from '#server/lib/tokens.ts';

/** How long a browser stays known to an account after a login (contract §3). */
export const DEVICE_MS = 90 * DAY_MS;

/** As `newToken` makes them; a cookie of another form was not set by us. */
const TOKEN = /^[\w-]{43}$/;

export type DeviceCookie = {
  /** The hash of the browser's token; undefined when it has none. */
  read: (request: FastifyRequest) => Buffer | undefined;
  /**
   * The hash of the browser's token, which is created if missing, and a function that sets the
   * cookie.
   */
  prepare: (request: FastifyRequest) => { hash: Buffer; keep: (reply: FastifyReply) => void };
};

/**
 * Creates the cookie that identifies a browser across logins and logouts. It gives no access: it
 * only exempts a known browser from limits that others exhaust by guessing passwords.
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
