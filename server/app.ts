import { join } from 'node:path';
import fastifyCookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { devMailbox, isMailboxShown } from '#server/features/mails/dev-mailbox.ts';
import { answerClientError, answerUnknownExpectation } from '#server/http/api/client-error.ts';
import { frameworkErrorAnswerer, registerErrorHandler } from '#server/http/api/error-handler.ts';
import { registerJsonBody } from '#server/http/api/json-body.ts';
import { registerBodyTimeout } from '#server/http/guards/body-timeout.ts';
import { registerDeadline } from '#server/http/guards/deadline.ts';
import { registerForwardedAddresses } from '#server/http/guards/forwarded-addresses.ts';
import { registerHostGuard } from '#server/http/guards/host-guard.ts';
import { registerLargeBodyLimit } from '#server/http/guards/large-bodies.ts';
import { registerSecurityHeaders } from '#server/http/guards/security-headers.ts';
import { registerShutdownGuard } from '#server/http/guards/shutdown-guard.ts';
import { fieldMessage } from '#shared/contract/field-messages.ts';
import { paymentSources, SANDBOX_PATH } from '#shared/platform/payment-hosts.ts';
import { registerApi } from './api.ts';
import { isOverHttps } from './config.ts';
import type { Deps } from './deps.ts';
import { imagesRoutes } from './features/images/images.routes.ts';
import { cspReportsRoutes } from './features/monitoring/csp-reports.routes.ts';
import type { Metrics } from './features/monitoring/metrics.ts';
import { registerMonitoring } from './features/monitoring/monitoring.routes.ts';
import { listPhoneNotices } from './features/notices/sending/list-phone-notices.ts';
import { listProviders } from './features/oauth/providers/create-providers.ts';
import { healthRoutes } from './http/health.ts';
import { newRequestId, registerRequestLog } from './http/request-log.ts';
import { registerRequestTrace } from './http/request-trace.ts';
import { AppError } from './lib/errors.ts';
import { createNetworkCheck } from './lib/networks.ts';
import { MINUTE_MS, SECOND_MS } from './lib/time.ts';
import { createOtherBuilds } from './pages/builds/other-builds.ts';
import { pagesPlugin } from './pages/pages-plugin.ts';
import { countsOfBacklog } from './registry/features.ts';

/** Folder of the built pages. */
export const DIST_DIR = join(import.meta.dirname, '../dist');
/** Largest request body (contract §1). */
const BODY_LIMIT_BYTES = 1024 * 1024;
/**
 * Maximum length of a path parameter. As long as a whole URL may be, so that an id of any length
 * gets its 400 instead of a 404.
 */
const MAX_PARAM_LENGTH = 16 * 1024;

/** Pages that open a window of the payment provider. */
const WINDOW_PAGES = /^\/(purchase|profile\/identity|join\/identity|orders\/\d{1,10}\/letter\/sign)$/;

function createServer(deps: Deps): FastifyInstance {
  const app = Fastify({
    loggerInstance: deps.log,
    genReqId: newRequestId,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: deps.config.trustedProxies.length > 0 ? [...deps.config.trustedProxies] : false,
    // Long enough for a large file over a slow network; other bodies have a limit of their own.
    requestTimeout: 10 * MINUTE_MS,
    http: {
      headersTimeout: 10 * SECOND_MS,
      connectionsCheckingInterval: 2 * SECOND_MS,
      // The host guard refuses such requests with the common error body.
      requireHostHeader: false,
    },
    // Longer than any load balancer keeps a connection open (60 to 600 s): the one that closes first
    // while the other sends loses the request.
    keepAliveTimeout: 620 * SECOND_MS,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: frameworkErrorAnswerer({ isHttps: isOverHttps(deps.config) }),
    clientErrorHandler: answerClientError,
    // The shutdown guard refuses requests instead, with the common error body.
    return503OnClosing: false,
  });
  registerForwardedAddresses(app, { isProduction: deps.config.mode === 'production' });
  app.server.on('checkExpectation', answerUnknownExpectation);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  registerJsonBody(app);
  return app;
}

/**
 * Returns the URL under which this process reaches itself; for a wildcard address, the loopback.
 */
function ownUrl(app: FastifyInstance): string | undefined {
  const address = app.server.address();
  if (address === null || typeof address === 'string') return undefined;
  const host = ['0.0.0.0', '::'].includes(address.address) ? '127.0.0.1' : address.address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

async function registerPages(
  app: FastifyInstance,
  { config, clock, catalogue, social, database, dataKeys, log }: Deps,
): Promise<void> {
  await app.register(pagesPlugin, {
    catalogue,
    isDevelopment: config.pages === 'source',
    siteUrl: config.publicUrl,
    deskHours: config.deskHours,
    clock,
    distDir: DIST_DIR,
    otherBuilds: createOtherBuilds({ db: database.db, pool: database.pool, dataKeys, log }),
    socialProviders: listProviders(social.providers),
    isAdminNetwork: createNetworkCheck(config.adminNetworks),
    tags: config.siteTags,
    // These pages always get a full page load, so that no other page has the sources of the payment
    // window in its policy.
    extraSources: (path) => (WINDOW_PAGES.test(path) ? paymentSources(config.payment.sandbox) : undefined),
    edgeSeconds: config.serving.edgeSeconds,
  });
}

/** Loads the metrics only where they are enabled. */
async function registerMetrics(app: FastifyInstance, deps: Deps): Promise<Metrics | undefined> {
  const { config, jobRunner } = deps;
  if (config.metricsTokens.length === 0) return undefined;
  const { createMetrics } = await import('./features/monitoring/metrics.ts');
  const metrics = createMetrics({
    ...deps,
    countsOfBacklog: (now) =>
      countsOfBacklog({ now, stuckAfterMs: deps.stuckAfterMs, smsPerHour: deps.notices.smsPerHour }),
    fileStoreFailures: deps.attachments.files.objects?.failures,
    isJobRunnerDown: () => jobRunner.isDown,
  });
  registerMonitoring(app, { metrics, tokens: config.metricsTokens });
  return metrics;
}

/** Registers the routes outside of the API that query the database. */
async function registerHealthAndImages(app: FastifyInstance, deps: Deps): Promise<void> {
  registerDeadline(app, deps.config.serving);
  await app.register(healthRoutes, {
    database: deps.database,
    isShuttingDown: () => deps.shutdown.isRequested,
    isJobRunnerDown: () => deps.jobRunner.isDown,
  });
  await app.register(imagesRoutes, { database: deps.database });
}

/** Builds the app from its dependencies; it does not listen yet. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  z.config({ customError: fieldMessage });
  const app = createServer(deps).withTypeProvider<ZodTypeProvider>();
  app.addHook('onListen', async () => {
    deps.ownAddress.url = ownUrl(app) ?? deps.ownAddress.url;
  });
  registerErrorHandler(app);
  if (deps.config.tracing) registerRequestTrace(app);
  registerSecurityHeaders(app, { isHttps: isOverHttps(deps.config) });
  registerHostGuard(app);
  registerShutdownGuard(app, () => deps.shutdown.isRequested);
  registerBodyTimeout(app);
  registerLargeBodyLimit(app);
  registerRequestLog(app);
  const metrics = await registerMetrics(app, deps);
  await app.register(fastifyCookie);
  await app.register(cspReportsRoutes, {
    db: deps.database.db,
    siteUrl: deps.social.publicUrl,
    onViolation: (directive) => metrics?.countViolation(directive),
  });
  await app.register(async (scope) => registerHealthAndImages(scope, deps));
  await app.register(async (api) => registerApi(api, deps));
  if (deps.sandbox) await app.register(deps.sandbox.plugin, { prefix: SANDBOX_PATH });
  if (isMailboxShown(deps.config)) {
    await app.register(devMailbox, { ...deps.mail, listPhoneNotices: () => listPhoneNotices(deps.notices) });
  }
  if (deps.config.pages !== 'none') await registerPages(app, deps);
  app.setNotFoundHandler(() => {
    throw new AppError('NOT_FOUND');
  });
  return app;
}
