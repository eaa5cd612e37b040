import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#server/db/transaction.ts';
import type { RateLimiter } from '#server/http/rate-limit.ts';
import { registerNoStore } from '#server/http/security-headers.ts';
import type { Sessions } from '#server/http/session.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { callerOf } from '#server/lib/networks.ts';
import { registerResponse } from '#shared/contract/accounts.ts';
import {
  completeSocialRegisterRequest,
  socialProvidersResponse,
  verifySocialTokenRequest,
  verifySocialTokenResponse,
} from '#shared/contract/oauth.ts';
import { DEFAULT_RETURN_TO, safeReturnTo } from '#shared/rules/return-to.ts';
import { beginSocialLogin } from './begin-social-login.ts';
import { createBrowserBinding } from './browser-binding.ts';
import { completeSocialRegister } from './complete-social-register.ts';
import { finishSocialLogin } from './finish-social-login.ts';
import { type IdentityProviders, listProviders } from './providers/create-providers.ts';
import { verifySocialToken } from './verify-social-token.ts';

const FAILED_PATH = '/login?error=social';
const MAX_REASON_LENGTH = 60;

/** Any text: one that is no provider of ours is 404, not a wrong parameter. */
const params = z.object({ provider: z.string() });
const redirect = z.null().describe('A redirect');

type Options = {
  db: Db;
  clock: Clock;
  sessions: Sessions;
  providers: IdentityProviders;
  limits: { start: RateLimiter; register: RateLimiter };
  publicUrl: () => string;
  isHttps: boolean;
};

/** What the provider itself calls the error, as in `invalid_client` or `access_denied`; the protocol's words hold nothing secret. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('error' in error) || typeof error.error !== 'string') return undefined;
  return error.error.slice(0, MAX_REASON_LENGTH);
}

/** Login by way of a provider (contract §3); decision 013. */
export const oauthRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { db, clock, sessions, providers, limits, publicUrl, isHttps } = options;
  const binding = createBrowserBinding({ isHttps });
  registerNoStore(app);

  app.get('/api/oauth/providers', { schema: { response: { 200: socialProvidersResponse } } }, async () =>
    listProviders(providers),
  );

  app.get(
    '/api/oauth/:provider',
    {
      // A HEAD would begin, or use up, a login that nobody makes.
      exposeHeadRoute: false,
      schema: { params, querystring: z.object({ returnTo: z.unknown().optional() }), response: { 302: redirect } },
    },
    async (request, reply) => {
      const provider = providers.get(request.params.provider);
      if (!provider) throw new AppError('NOT_FOUND');
      await limits.start.consume(callerOf(request.ip));
      const returnTo = safeReturnTo(request.query.returnTo) ?? DEFAULT_RETURN_TO;
      const browserSecret = binding.keep(request, reply);
      try {
        const url = await beginSocialLogin({ db, clock }, { provider, browserSecret, returnTo });
        return reply.redirect(url.href);
      } catch (error) {
        request.log.warn(
          { err: error, provider: provider.id, reason: reasonOf(error) },
          'social login could not begin',
        );
        return reply.redirect(FAILED_PATH);
      }
    },
  );

  app.get(
    '/api/oauth/:provider/callback',
    { exposeHeadRoute: false, schema: { params, response: { 302: redirect } } },
    async (request, reply) => {
      reply.header('referrer-policy', 'no-referrer');
      try {
        const provider = providers.get(request.params.provider);
        if (!provider) throw new AppError('NOT_FOUND');
        const callbackUrl = new URL(request.raw.url ?? '/', publicUrl());
        const browserSecret = binding.read(request);
        const login = await finishSocialLogin({ db, clock }, { provider, browserSecret, callbackUrl });
        if (login.kind === 'new') {
          binding.keep(request, reply);
          return reply.redirect(`/register?socialToken=${login.socialToken}`);
        }
        await sessions.open(request, reply, login.userId);
        return reply.redirect(login.returnTo);
      } catch (error) {
        // The error alone: the address holds the code, and what the provider said may hold tokens.
        request.log.warn(
          { err: error, provider: request.params.provider, reason: reasonOf(error) },
          'social login failed',
        );
        return reply.redirect(FAILED_PATH);
      }
    },
  );

  app.post(
    '/api/oauth/verify-social-token',
    { schema: { body: verifySocialTokenRequest, response: { 200: verifySocialTokenResponse } } },
    (request) =>
      verifySocialToken({ db, clock }, { socialToken: request.body.socialToken, browserSecret: binding.read(request) }),
  );

  app.post(
    '/api/oauth/complete-social-register',
    { schema: { body: completeSocialRegisterRequest, response: { 201: registerResponse } } },
    async (request, reply) => {
      await limits.register.consume(callerOf(request.ip));
      const browserSecret = binding.read(request);
      const { id, userId } = await completeSocialRegister({ db, clock }, { input: request.body, browserSecret });
      await sessions.open(request, reply, id);
      reply.code(201);
      return { success: true as const, userId };
    },
  );
};
