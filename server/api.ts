import type { FastifyInstance } from 'fastify';
import { createLeakCheck } from '#server/features/accounts/registration/leaked-passwords.ts';
import { readBacklog } from '#server/features/monitoring/monitoring.queries.ts';
import { openApiRoutes, registerOpenApi } from '#server/http/api/openapi.ts';
import { csrfRoutes, registerCsrf } from '#server/http/guards/csrf.ts';
import { registerDeadline } from '#server/http/guards/deadline.ts';
import { registerLoadGuard } from '#server/http/guards/load-guard.ts';
import { registerOriginGuard } from '#server/http/guards/origin-guard.ts';
import { isOverHttps } from './config.ts';
import type { Deps } from './deps.ts';
import { createDeviceCookie } from './http/device-cookie.ts';
import { createSessions, sessionCookieName } from './http/session.ts';
import { createWaitingLoginCookie } from './http/waiting-login-cookie.ts';
import { AppError } from './lib/errors.ts';
import type { RouteParts } from './registry/feature.ts';
import { CALL_TABLES, countsOfBacklog, DAY, eraseEverywhere, FEATURES, SCHEMA_MODULES } from './registry/features.ts';
import { writePersonalData } from './registry/write-personal-data.ts';

function routePartsOf(app: FastifyInstance, deps: Deps): RouteParts {
  const { config, clock, log, accountLimits: limits } = deps;
  const { db } = deps.database;
  const isHttps = isOverHttps(config);
  const sessions = createSessions(app, { db, clock, config });
  const [devices, waiting] = [createDeviceCookie({ isHttps }), createWaitingLoginCookie({ isHttps })];
  return {
    deps,
    sessions,
    logins: { db, clock, sessions, devices, waiting, limits },
    isLeaked: createLeakCheck({ url: config.leakedPasswordsUrl, log }),
    erase: eraseEverywhere,
    writePersonalData: (actor) => writePersonalData(deps, actor),
    day: DAY,
    readBacklog: () =>
      readBacklog(
        deps.database,
        countsOfBacklog({ now: clock.now(), stuckAfterMs: deps.stuckAfterMs, smsPerHour: deps.notices.smsPerHour }),
      ),
  };
}

/** Loaded only where they are shown. */
async function registerApiDocs(app: FastifyInstance, { config }: Deps): Promise<void> {
  if (!config.apiDocs) return;
  const { apiDocs } = await import('./http/api/api-docs.ts');
  await app.register(apiDocs);
}

/**
 * Registers the API: every call that changes something passes the origin and CSRF checks first
 * (contract §2).
 */
export async function registerApi(app: FastifyInstance, deps: Deps): Promise<void> {
  const { config, database } = deps;
  registerOriginGuard(app, { publicUrl: config.publicUrl });
  await registerCsrf(app, { isHttps: isOverHttps(config) });
  await registerOpenApi(app, {
    publicUrl: config.publicUrl,
    sessionCookie: sessionCookieName(config),
    tables: CALL_TABLES,
    modules: SCHEMA_MODULES,
  });
  const parts = routePartsOf(app, deps);
  // Outside of the load guard: calls from memory are answered while others wait for the database.
  await app.register(csrfRoutes);
  for (const { routesFromMemory } of FEATURES) await routesFromMemory?.(app, parts);
  await app.register(async (guarded) => {
    registerDeadline(guarded, config.serving);
    registerLoadGuard(guarded, database.pool);
    for (const { routes } of FEATURES) await routes?.(guarded, parts);
  });
  await app.register(openApiRoutes);
  await registerApiDocs(app, deps);
  // Inside this scope, so that an unknown call passes the same checks before its 404.
  for (const url of ['/api', '/api/*']) {
    app.all(url, { schema: { hide: true } }, () => {
      throw new AppError('NOT_FOUND');
    });
  }
}
