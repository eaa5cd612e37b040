import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import type { LoginDeps } from '#server/features/accounts/finish-login.ts';
import { passFirstStep } from '#server/features/accounts/pass-first-step.ts';
import { route } from '#server/http/api/route.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { consumeFrom, type Limit } from '#server/lib/limits/consume.ts';
import { userIdAnswer } from '#shared/features/accounts/schemas.ts';
import * as oauthCalls from '#shared/features/oauth/calls.ts';
import {
  beginQuery,
  completeSocialRegisterBody,
  providerParams,
  redirect,
  socialPerson,
  socialProviders,
  verifySocialTokenBody,
} from '#shared/features/oauth/schemas.ts';
import { DEFAULT_RETURN_TO, safeReturnTo } from '#shared/platform/return-to.ts';
import { beginSocialLogin } from './begin-social-login.ts';
import { createBrowserBinding } from './browser-binding.ts';
import { completeSocialRegister } from './complete-social-register.ts';
import { finishSocialLogin } from './finish-social-login.ts';
import { type LoginProviders, listProviders } from './providers/create-providers.ts';
import { verifySocialToken } from './verify-social-token.ts';

const FAILED_PATH = '/login?error=social';
const MAX_REASON_LENGTH = 60;

type Options = {
  db: Db;
  clock: Clock;
  logins: LoginDeps;
  providers: LoginProviders;
  limits: { start: Limit; register: Limit };
  publicUrl: () => string;
  isHttps: boolean;
};

/**
 * Returns the provider's error code, such as `invalid_client` or `access_denied`, which contains
 * nothing secret.
 */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('error' in error) || typeof error.error !== 'string') return undefined;
  return error.error.slice(0, MAX_REASON_LENGTH);
}

/** Social login (contract §3); decision 013. */
export const oauthRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, clock, logins, providers, limits, publicUrl, isHttps } = options;
  const binding = createBrowserBinding({ isHttps });

  route(
    app,
    oauthCalls.listProviders,
    { summary: 'List the providers that people can log in with', answer: socialProviders },
    () => listProviders(providers),
  );

  route(
    app,
    oauthCalls.begin,
    {
      summary: 'Begin a login at a provider',
      params: providerParams,
      query: beginQuery,
      answer: redirect,
      errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
      // A HEAD request would start an attempt or use one up.
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const provider = providers.get(request.params.provider);
      if (!provider) throw new AppError('NOT_FOUND');
      await consumeFrom(db, limits.start, request.ip);
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

  route(
    app,
    oauthCalls.finish,
    { summary: 'Finish a login at a provider', params: providerParams, answer: redirect, exposeHeadRoute: false },
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
        const kinds = await passFirstStep(logins, request, reply, {
          userId: login.userId,
          isPersistent: true,
          method: `social:${provider.id}`,
        });
        if (kinds.length === 0) return reply.redirect(login.returnTo);
        const query = new URLSearchParams({ factors: kinds.join(','), from: login.returnTo });
        return reply.redirect(`/login?${query}`);
      } catch (error) {
        // Log the error code alone: the URL contains the code, and the response may contain tokens.
        request.log.warn(
          { err: error, provider: request.params.provider, reason: reasonOf(error) },
          'social login failed',
        );
        return reply.redirect(FAILED_PATH);
      }
    },
  );

  route(
    app,
    oauthCalls.verifySocialToken,
    {
      summary: 'Get the person that a social token identifies',
      body: verifySocialTokenBody,
      answer: socialPerson,
      errors: ['SOCIAL_TOKEN_INVALID'],
    },
    (request) =>
      verifySocialToken({ db, clock }, { socialToken: request.body.socialToken, browserSecret: binding.read(request) }),
  );

  route(
    app,
    oauthCalls.completeSocialRegister,
    {
      summary: 'Create an account by a social token and log in',
      body: completeSocialRegisterBody,
      answer: userIdAnswer,
      errors: ['SOCIAL_TOKEN_INVALID', 'SOCIAL_ACCOUNT_EXISTS', 'EMAIL_ACCOUNTS_FULL', 'TOO_MANY_REQUESTS'],
    },
    async (request, reply) => {
      await consumeFrom(db, limits.register, request.ip);
      const browserSecret = binding.read(request);
      const { id, userId, provider } = await completeSocialRegister(
        { db, clock },
        { input: request.body, browserSecret },
      );
      await passFirstStep(logins, request, reply, { userId: id, isPersistent: true, method: `social:${provider}` });
      return { success: true as const, userId };
    },
  );
};
