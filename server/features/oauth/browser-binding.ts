import type { FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { newToken } from '#server/lib/tokens.ts';

/** Lifetime of a login attempt, and of the sign-up after it (contract §3). */
export const SOCIAL_LOGIN_MS = 10 * MINUTE_MS;

/** Format of `newToken`; a cookie with another value was not set by us. */
const TOKEN = /^[\w-]{43}$/;

export type BrowserBinding = {
  /** The browser's secret, undefined when it has none. */
  read: (request: FastifyRequest) => string | undefined;
  /**
   * Sets or extends the browser's secret. Keeps an existing one, so that two tabs do not conflict.
   */
  keep: (request: FastifyRequest, reply: FastifyReply) => string;
};

/**
 * Binds a login attempt to the browser that started it by a cookie, so that a leaked URL with a
 * state, a code or a social token is useless elsewhere. SameSite=Lax, because the provider's
 * redirect comes from another site.
 */
export function createBrowserBinding({ isHttps }: { isHttps: boolean }): BrowserBinding {
  const name = isHttps ? '__Host-social' : 'social';
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const;

  function read(request: FastifyRequest): string | undefined {
    const value = request.cookies[name];
    return value !== undefined && TOKEN.test(value) ? value : undefined;
  }

  return {
    read,
    keep(request, reply) {
      const secret = read(request) ?? newToken();
      // Twice the lifetime of one step, so that it never expires before the sign-up.
      reply.setCookie(name, secret, { ...options, maxAge: (2 * SOCIAL_LOGIN_MS) / SECOND_MS });
      return secret;
    },
  };
}
