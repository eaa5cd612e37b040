import type { FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { newToken } from '#server/lib/tokens.ts';

/** How long a way to a provider stays open, and how long the sign-up after it may take (contract §3). */
export const SOCIAL_LOGIN_MS = 10 * MINUTE_MS;

/** As `newToken` makes them; a cookie of another form was not set by us. */
const TOKEN = /^[\w-]{43}$/;

export type BrowserBinding = {
  /** The browser's secret, undefined when it has none. */
  read: (request: FastifyRequest) => string | undefined;
  /**
   * Gives the browser its secret, for as long again as a social login may take; one that it has is
   * kept, so that two tabs do not disturb each other.
   */
  keep: (request: FastifyRequest, reply: FastifyReply) => string;
};

/**
 * A cookie that ties a login under way to the browser that began it: whoever gets hold of an
 * address with a state, a code or a social token can do nothing with it elsewhere. Lax, because the
 * provider's redirect comes from another site.
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
      // Twice as long as one half may take, so that it never ends before the sign-up that it is for.
      reply.setCookie(name, secret, { ...options, maxAge: (2 * SOCIAL_LOGIN_MS) / SECOND_MS });
      return secret;
    },
  };
}
