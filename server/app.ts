import { join } from 'node:path';
import fastifyCookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ko } from 'zod/locales';
import { emailRoutes } from '#server/features/accounts/email/email.routes.ts';
import { factorsRoutes } from '#server/features/accounts/factors/factors.routes.ts';
import { phoneRoutes } from '#server/features/accounts/phone/phone.routes.ts';
import { profileRoutes } from '#server/features/accounts/profile/profile.routes.ts';
import { recoveryRoutes } from '#server/features/accounts/recovery/recovery.routes.ts';
import { createLeakCheck } from '#server/features/accounts/registration/leaked-passwords.ts';
import { sessionsRoutes } from '#server/features/accounts/sessions/sessions.routes.ts';
import { devMailbox, isMailboxShown } from '#server/features/mails/dev-mailbox.ts';
import { discrepanciesAdminRoutes } from '#server/features/payments/reconciliation/discrepancies.admin-routes.ts';
import { refundProposalsAdminRoutes } from '#server/features/payments/refund-proposals/refund-proposals.admin-routes.ts';
import { refundRequestsAdminRoutes } from '#server/features/payments/refund-requests/refund-requests.admin-routes.ts';
import { refundRequestsRoutes } from '#server/features/payments/refund-requests/refund-requests.routes.ts';
import { answerClientError, answerUnknownExpectation } from '#server/http/api/client-error.ts';
import { frameworkErrorAnswerer, registerErrorHandler } from '#server/http/api/error-handler.ts';
import { registerJsonBody } from '#server/http/api/json-body.ts';
import { openApiRoutes, registerOpenApi } from '#server/http/api/openapi.ts';
import { registerBodyTimeout } from '#server/http/guards/body-timeout.ts';
import { csrfRoutes, registerCsrf } from '#server/http/guards/csrf.ts';
import { registerDeadline } from '#server/http/guards/deadline.ts';
import { registerLoadGuard } from '#server/http/guards/load-guard.ts';
import { registerOriginGuard } from '#server/http/guards/origin-guard.ts';
import { registerSecurityHeaders, securityHeaders } from '#server/http/guards/security-headers.ts';
import { registerShutdownGuard } from '#server/http/guards/shutdown-guard.ts';
import { ERRORS } from '#shared/contract/errors.ts';
import { paymentSources, SANDBOX_PATH } from '#shared/platform/payment-hosts.ts';
import type { Deps } from './deps.ts';
import { accountsAdminRoutes } from './features/accounts/accounts.admin-routes.ts';
import { accountsRoutes } from './features/accounts/accounts.routes.ts';
import { adminProfilesAdminRoutes } from './features/admin-profiles/admin-profiles.admin-routes.ts';
import { attachmentsRoutes } from './features/attachments/attachments.routes.ts';
import { auditAdminRoutes } from './features/audit/audit.admin-routes.ts';
import { callbacksAdminRoutes } from './features/callbacks/callbacks.admin-routes.ts';
import { callbacksRoutes } from './features/callbacks/callbacks.routes.ts';
import { cannedRepliesAdminRoutes } from './features/consultations/canned-replies/canned-replies.admin-routes.ts';
import { consultationsAdminRoutes } from './features/consultations/consultations.admin-routes.ts';
import { readCaseRoom, reportStepDone } from './features/consultations/consultations.lookup.ts';
import { consultationsRoutes } from './features/consultations/consultations.routes.ts';
import { createReportTyping } from './features/consultations/thread/report-typing.ts';
import { dashboardAdminRoutes } from './features/dashboard/dashboard.admin-routes.ts';
import { deskAdminRoutes } from './features/desk/desk.admin-routes.ts';
import { eventsRoutes } from './features/events/events.routes.ts';
import { imagesAdminRoutes } from './features/images/images.admin-routes.ts';
import { imagesRoutes } from './features/images/images.routes.ts';
import { mailsAdminRoutes } from './features/mails/mails.admin-routes.ts';
import { cspReportsRoutes } from './features/monitoring/csp-reports.routes.ts';
import type { Metrics } from './features/monitoring/metrics.ts';
import { registerMonitoring } from './features/monitoring/monitoring.routes.ts';
import { noticesAdminRoutes } from './features/notices/notices.admin-routes.ts';
import { noticesRoutes } from './features/notices/notices.routes.ts';
import { reportsRoutes } from './features/notices/reports/reports.routes.ts';
import { listPhoneNotices } from './features/notices/sending/list-phone-notices.ts';
import { oauthRoutes } from './features/oauth/oauth.routes.ts';
import { listProviders } from './features/oauth/providers/create-providers.ts';
import { ordersAdminRoutes } from './features/orders/orders.admin-routes.ts';
import { ordersRoutes } from './features/orders/orders.routes.ts';
import { stepsAdminRoutes } from './features/orders/steps.admin-routes.ts';
import { workAdminRoutes } from './features/orders/work.admin-routes.ts';
import { revokeAccounts } from './features/payments/attempts/revoke-accounts.ts';
import { paymentsAdminRoutes } from './features/payments/payments.admin-routes.ts';
import { paymentsRoutes } from './features/payments/payments.routes.ts';
import { servicesAdminRoutes } from './features/services/services.admin-routes.ts';
import { servicesRoutes } from './features/services/services.routes.ts';
import { soldiersRoutes } from './features/soldiers/soldiers.routes.ts';
import { termsAdminRoutes } from './features/terms/terms.admin-routes.ts';
import { termsRoutes } from './features/terms/terms.routes.ts';
import { createDeviceCookie } from './http/device-cookie.ts';
import { healthRoutes } from './http/health.ts';
import { answerFromMemory, type MemorySource } from './http/memory-answers.ts';
import { newRequestId, registerRequestLog } from './http/request-log.ts';
import { registerRequestTrace } from './http/request-trace.ts';
import { createSessions, type Sessions, sessionCookieName } from './http/session.ts';
import { createWaitingLoginCookie } from './http/waiting-login-cookie.ts';
import { AppError } from './lib/errors.ts';
import { createNetworkCheck } from './lib/networks.ts';
import { MINUTE_MS, SECOND_MS } from './lib/time.ts';
import { createOtherBuilds } from './pages/builds/other-builds.ts';
import { pagesPlugin } from './pages/pages-plugin.ts';

/** Where the build of the pages is. */
export const DIST_DIR = join(import.meta.dirname, '../dist');
/** Largest request body (contract §1). */
const BODY_LIMIT_BYTES = 1024 * 1024;
/**
 * As long as a whole address may be: an id of any length gets its 400 instead of "no such route".
 */
const MAX_PARAM_LENGTH = 16 * 1024;

/** Pages that open a window of the payment provider. */
const WINDOW_PAGES = new Set(['/purchase', '/profile/identity']);

function isOverHttps({ publicUrl }: Deps['config']): boolean {
  return publicUrl.startsWith('https:');
}

function createServer(deps: Deps): FastifyInstance {
  const app = Fastify({
    loggerInstance: deps.log,
    genReqId: newRequestId,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: deps.config.trustedProxies.length > 0 ? [...deps.config.trustedProxies] : false,
    // Long enough for a large file over a slow network; other bodies have a limit of their own.
    requestTimeout: 10 * MINUTE_MS,
    http: { headersTimeout: 10 * SECOND_MS, connectionsCheckingInterval: 2 * SECOND_MS },
    keepAliveTimeout: MINUTE_MS,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: frameworkErrorAnswerer({ isHttps: isOverHttps(deps.config) }),
    clientErrorHandler: answerClientError,
    // Its body would be the framework's; the shutdown guard answers in ours.
    return503OnClosing: false,
  });
  app.server.on('checkExpectation', answerUnknownExpectation);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  registerJsonBody(app);
  return app;
}

/** The calls that ask the database. */
async function registerDatabaseCalls(app: FastifyInstance, deps: Deps, sessions: Sessions): Promise<void> {
  const {
    config,
    database,
    readDb,
    clock,
    catalogue,
    payments,
    accountLimits,
    adminLimits,
    paymentLimits,
    social,
    consultations,
    attachments,
    streams,
  } = deps;
  const { db } = database;
  const isHttps = isOverHttps(config);
  const { credentials, sandbox } = config.payment;
  const key =
    credentials.kind === 'keys'
      ? ({ kind: 'client_key', value: credentials.clientKey } as const)
      : ({ kind: 'application_id', value: credentials.applicationId } as const);

  const devices = createDeviceCookie({ isHttps });
  const waiting = createWaitingLoginCookie({ isHttps });
  const logins = { db, clock, sessions, devices, waiting, limits: accountLimits };
  const isLeaked = createLeakCheck({ url: config.leakedPasswordsUrl, log: deps.log });
  registerLoadGuard(app, database.pool);
  await app.register(accountsRoutes, { db, logins, isLeaked });
  await app.register(sessionsRoutes, { db, clock, sessions });
  await app.register(profileRoutes, {
    ...{ payments, consultations, sessions, isLeaked, limits: accountLimits },
    requiresSecondFactor: config.requireSecondFactor,
  });
  await app.register(factorsRoutes, {
    logins,
    factors: {
      ...{ db, clock, dataKeys: deps.dataKeys, limits: accountLimits },
      ...{ publicUrl: social.publicUrl, isRequired: config.requireSecondFactor },
    },
  });
  await app.register(recoveryRoutes, { db, clock, devices, isLeaked, limits: accountLimits });
  await app.register(phoneRoutes, { phones: deps.phones });
  await app.register(emailRoutes, { db, clock, limits: accountLimits });
  await app.register(oauthRoutes, {
    db,
    clock,
    logins,
    providers: social.providers,
    limits: { start: social.start, register: accountLimits.register },
    publicUrl: social.publicUrl,
    isHttps,
  });
  await app.register(noticesRoutes, { notices: deps.notices });
  await app.register(noticesAdminRoutes, { notices: deps.notices, readDb });
  await app.register(reportsRoutes, {
    notices: deps.notices,
    secrets: { alimtalk: config.messages.alimtalk?.webhookSecret, sms: config.messages.sms?.webhookSecret },
  });
  await app.register(soldiersRoutes, { db, limits: accountLimits });
  await app.register(ordersRoutes, {
    db,
    dataKeys: deps.dataKeys,
    clock,
    limits: config.limits,
    readCaseRoom: (orderId) => readCaseRoom(consultations, orderId),
  });
  const callbacks = { db, dataKeys: deps.dataKeys, clock, deskHours: config.deskHours };
  await app.register(callbacksRoutes, { callbacks, siteUrl: deps.notices.siteUrl });
  await app.register(callbacksAdminRoutes, { callbacks });
  await app.register(paymentsRoutes, {
    payments,
    settings: { key, sandbox },
    limits: paymentLimits,
    webhookNetworks: config.webhookNetworks,
    isProduction: config.mode === 'production',
  });
  await app.register(refundRequestsRoutes, { payments });
  const reportTyping = createReportTyping(consultations);
  await app.register(consultationsRoutes, { consultations, reportTyping });
  await app.register(consultationsAdminRoutes, { consultations, reportTyping, limits: adminLimits });
  await app.register(cannedRepliesAdminRoutes, { db, clock });
  await app.register(attachmentsRoutes, { attachments });
  await app.register(eventsRoutes, { hub: streams, sessions, clock, limits: config.limits });
  await app.register(dashboardAdminRoutes, {
    db,
    readDb,
    clock,
    limits: adminLimits,
    hasMailer: config.mail.smtpUrl !== undefined,
  });
  await app.register(accountsAdminRoutes, { db, readDb, limits: adminLimits });
  await app.register(servicesAdminRoutes, { db, clock, catalogue });
  await app.register(termsAdminRoutes, { db, catalogue });
  await app.register(ordersAdminRoutes, {
    db,
    dataKeys: deps.dataKeys,
    fourEyesWon: config.fourEyesWon,
    readDb,
    clock,
    limits: adminLimits,
    onCancelled: (trx, orderId) => revokeAccounts(trx, orderId, { clock }),
    deskHours: config.deskHours,
  });
  await app.register(paymentsAdminRoutes, { payments });
  await app.register(discrepanciesAdminRoutes, { db, clock });
  await app.register(workAdminRoutes, { db, clock, dataKeys: deps.dataKeys, fourEyesWon: config.fourEyesWon });
  await app.register(stepsAdminRoutes, {
    db,
    dataKeys: deps.dataKeys,
    fourEyesWon: config.fourEyesWon,
    clock,
    onStepDone: (trx, step) => reportStepDone(trx, consultations, step),
  });
  await app.register(adminProfilesAdminRoutes, { db });
  await app.register(deskAdminRoutes, { db, readDb, clock, limits: adminLimits });
  await app.register(refundRequestsAdminRoutes, { payments });
  await app.register(refundProposalsAdminRoutes, { payments });
  await app.register(auditAdminRoutes, { db, readDb });
  await app.register(mailsAdminRoutes, { db, readDb });
  await app.register(imagesAdminRoutes, { db });
}

/** Loaded only where they are shown. */
async function registerApiDocs(app: FastifyInstance, { config }: Deps): Promise<void> {
  if (!config.apiDocs) return;
  const { apiDocs } = await import('./http/api/api-docs.ts');
  await app.register(apiDocs);
}

/**
 * The API of the shop: every call that changes something passes the origin and CSRF checks first
 * (contract §2).
 */
async function registerApi(app: FastifyInstance, deps: Deps, memorySources: MemorySource[]): Promise<void> {
  const { config, database, clock, catalogue, signUpTable } = deps;
  registerOriginGuard(app, { publicUrl: config.publicUrl });
  await registerCsrf(app, { isHttps: isOverHttps(config) });
  await registerOpenApi(app, { publicUrl: config.publicUrl, sessionCookie: sessionCookieName(config) });
  const sessions = createSessions(app, { db: database.db, clock, config });
  // What comes from memory is answered however many wait for the database.
  await app.register(csrfRoutes);
  const commonHeaders = securityHeaders(isOverHttps(config));
  await app.register(servicesRoutes, {
    ...{ catalogue, commonHeaders, memorySources },
    edgeSeconds: config.serving.edgeSeconds,
  });
  await app.register(async (calls) => {
    registerDeadline(calls, config.serving);
    await calls.register(termsRoutes, { database, catalogue, signUpTable });
    await calls.register(async (guarded) => registerDatabaseCalls(guarded, deps, sessions));
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

/** The address for calls to ourselves: the wildcards are reached over loopback. */
function ownUrl(app: FastifyInstance): string | undefined {
  const address = app.server.address();
  if (address === null || typeof address === 'string') return undefined;
  const host = ['0.0.0.0', '::'].includes(address.address) ? '127.0.0.1' : address.address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

async function registerPages(
  app: FastifyInstance,
  { config, clock, catalogue, social, database }: Deps,
  memorySources: MemorySource[],
): Promise<void> {
  await app.register(pagesPlugin, {
    ...{ catalogue, memorySources },
    isDevelopment: config.pages === 'source',
    siteUrl: config.publicUrl,
    clock,
    distDir: DIST_DIR,
    otherBuilds: createOtherBuilds(database),
    socialProviders: listProviders(social.providers),
    isAdminNetwork: createNetworkCheck(config.adminNetworks),
    tags: config.siteTags,
    // These pages are always loaded as documents of their own, so that no other page carries what
    // the provider's window needs.
    extraSources: (path) => (WINDOW_PAGES.has(path) ? paymentSources(config.payment.sandbox) : undefined),
    edgeSeconds: config.serving.edgeSeconds,
  });
}

/** Loaded only when the metrics are enabled. */
async function registerMetrics(app: FastifyInstance, deps: Deps): Promise<Metrics | undefined> {
  const { config, jobRunner } = deps;
  if (config.metricsTokens.length === 0) return undefined;
  const { createMetrics } = await import('./features/monitoring/metrics.ts');
  const metrics = createMetrics({
    ...deps,
    smsPerHour: deps.notices.smsPerHour,
    fileStoreFailures: deps.attachments.files.objects?.failures,
    isJobRunnerDown: () => jobRunner.isDown,
  });
  registerMonitoring(app, { metrics, tokens: config.metricsTokens });
  return metrics;
}

/**
 * A field of the wrong type without a sentence of its own: the library's would speak to people of
 * types.
 */
function withoutTypes({ code }: { code: string }): string | undefined {
  return code === 'invalid_type' ? ERRORS.VALIDATION_FAILED.message : undefined;
}

/** What asks the database and is no call of the API. */
async function registerHealthAndImages(app: FastifyInstance, deps: Deps): Promise<void> {
  registerDeadline(app, deps.config.serving);
  await app.register(healthRoutes, {
    db: deps.database.db,
    isShuttingDown: () => deps.shutdown.isRequested,
    isJobRunnerDown: () => deps.jobRunner.isDown,
  });
  await app.register(imagesRoutes, { database: deps.database });
}

/** Puts the app together from its parts; it does not listen. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  z.config({ ...ko(), customError: withoutTypes });
  const app = createServer(deps).withTypeProvider<ZodTypeProvider>();
  const memorySources: MemorySource[] = [];
  app.addHook('onListen', async () => {
    deps.ownAddress.url = ownUrl(app) ?? deps.ownAddress.url;
  });
  registerErrorHandler(app);
  if (deps.config.tracing) registerRequestTrace(app);
  registerSecurityHeaders(app, { isHttps: isOverHttps(deps.config) });
  registerShutdownGuard(app, () => deps.shutdown.isRequested);
  registerBodyTimeout(app);
  registerRequestLog(app);
  const metrics = await registerMetrics(app, deps);
  await app.register(fastifyCookie);
  await app.register(cspReportsRoutes, {
    siteUrl: deps.social.publicUrl,
    onViolation: (directive) => metrics?.countViolation(directive),
  });
  await app.register(async (scope) => registerHealthAndImages(scope, deps));
  await app.register(async (api) => registerApi(api, deps, memorySources));
  if (deps.sandbox) await app.register(deps.sandbox.plugin, { prefix: SANDBOX_PATH });
  if (isMailboxShown(deps.config)) {
    await app.register(devMailbox, { ...deps.mail, listPhoneNotices: () => listPhoneNotices(deps.notices) });
  }
  if (deps.config.pages !== 'none') await registerPages(app, deps, memorySources);
  app.setNotFoundHandler(() => {
    throw new AppError('NOT_FOUND');
  });
  // A span or a line in the log for each read needs the framework.
  if (!deps.config.tracing && !['debug', 'trace'].includes(deps.log.level)) {
    answerFromMemory(app, {
      sources: memorySources,
      isOpen: () => app.server.listening && !deps.shutdown.isRequested,
      log: deps.log,
      observe: metrics?.observe,
    });
  }
  return app;
}
