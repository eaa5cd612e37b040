import type { FastifyInstance } from 'fastify';
import { emailRoutes } from '#server/features/accounts/email/email.routes.ts';
import { factorsRoutes } from '#server/features/accounts/factors/factors.routes.ts';
import { phoneRoutes } from '#server/features/accounts/phone/phone.routes.ts';
import { profileRoutes } from '#server/features/accounts/profile/profile.routes.ts';
import { recoveryRoutes } from '#server/features/accounts/recovery/recovery.routes.ts';
import { createLeakCheck } from '#server/features/accounts/registration/leaked-passwords.ts';
import { sessionsRoutes } from '#server/features/accounts/sessions/sessions.routes.ts';
import { discrepanciesAdminRoutes } from '#server/features/payments/reconciliation/discrepancies.admin-routes.ts';
import { refundProposalsAdminRoutes } from '#server/features/payments/refund-proposals/refund-proposals.admin-routes.ts';
import { refundRequestsAdminRoutes } from '#server/features/payments/refund-requests/refund-requests.admin-routes.ts';
import { refundRequestsRoutes } from '#server/features/payments/refund-requests/refund-requests.routes.ts';
import { openApiRoutes, registerOpenApi } from '#server/http/api/openapi.ts';
import { csrfRoutes, registerCsrf } from '#server/http/guards/csrf.ts';
import { registerDeadline } from '#server/http/guards/deadline.ts';
import { registerLoadGuard } from '#server/http/guards/load-guard.ts';
import { registerOriginGuard } from '#server/http/guards/origin-guard.ts';
import { isOverHttps } from './config.ts';
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
import { mailsAdminRoutes } from './features/mails/mails.admin-routes.ts';
import { noticesAdminRoutes } from './features/notices/notices.admin-routes.ts';
import { noticesRoutes } from './features/notices/notices.routes.ts';
import { reportsRoutes } from './features/notices/reports/reports.routes.ts';
import { oauthRoutes } from './features/oauth/oauth.routes.ts';
import { ordersAdminRoutes } from './features/orders/orders.admin-routes.ts';
import { ordersRoutes } from './features/orders/orders.routes.ts';
import { stepsAdminRoutes } from './features/orders/steps.admin-routes.ts';
import { workAdminRoutes } from './features/orders/work.admin-routes.ts';
import { revokeAccounts } from './features/payments/attempts/revoke-accounts.ts';
import { paymentsAdminRoutes } from './features/payments/payments.admin-routes.ts';
import { paymentsRoutes } from './features/payments/payments.routes.ts';
import { reportsAdminRoutes } from './features/reports/reports.admin-routes.ts';
import { servicesAdminRoutes } from './features/services/services.admin-routes.ts';
import { servicesRoutes } from './features/services/services.routes.ts';
import { soldiersRoutes } from './features/soldiers/soldiers.routes.ts';
import { termsAdminRoutes } from './features/terms/terms.admin-routes.ts';
import { termsRoutes } from './features/terms/terms.routes.ts';
import { createDeviceCookie } from './http/device-cookie.ts';
import { createSessions, type Sessions, sessionCookieName } from './http/session.ts';
import { createWaitingLoginCookie } from './http/waiting-login-cookie.ts';
import { AppError } from './lib/errors.ts';

/** Registers the calls that query the database. */
async function registerDatabaseCalls(app: FastifyInstance, deps: Deps, sessions: Sessions): Promise<void> {
  const {
    config,
    database,
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
    payments,
    consultations,
    sessions,
    isLeaked,
    limits: accountLimits,
    requiresSecondFactor: config.requireSecondFactor,
  });
  await app.register(factorsRoutes, {
    logins,
    factors: {
      db,
      clock,
      dataKeys: deps.dataKeys,
      limits: accountLimits,
      publicUrl: social.publicUrl,
      isRequired: config.requireSecondFactor,
    },
  });
  await app.register(recoveryRoutes, { db, clock, devices, isLeaked, limits: accountLimits });
  await app.register(phoneRoutes, { phones: deps.phones });
  await app.register(emailRoutes, { db, clock });
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
  await app.register(noticesAdminRoutes, { notices: deps.notices });
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
    clock,
    limits: adminLimits,
    hasMailer: config.mail.smtpUrl !== undefined,
  });
  await app.register(reportsAdminRoutes, { db, clock, limits: adminLimits });
  await app.register(accountsAdminRoutes, { db, dataKeys: deps.dataKeys, limits: adminLimits });
  await app.register(servicesAdminRoutes, { db, clock, catalogue });
  await app.register(termsAdminRoutes, { db, catalogue });
  await app.register(ordersAdminRoutes, {
    db,
    dataKeys: deps.dataKeys,
    fourEyesWon: config.fourEyesWon,
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
    clock,
    onStepDone: (trx, step) => reportStepDone(trx, consultations, step),
  });
  await app.register(adminProfilesAdminRoutes, { db });
  await app.register(deskAdminRoutes, { db, dataKeys: deps.dataKeys, clock, limits: adminLimits });
  await app.register(refundRequestsAdminRoutes, { payments });
  await app.register(refundProposalsAdminRoutes, { payments });
  await app.register(auditAdminRoutes, { db });
  await app.register(mailsAdminRoutes, { db });
  await app.register(imagesAdminRoutes, { db });
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
  const { config, database, clock, catalogue, signUpTable } = deps;
  registerOriginGuard(app, { publicUrl: config.publicUrl });
  await registerCsrf(app, { isHttps: isOverHttps(config) });
  await registerOpenApi(app, { publicUrl: config.publicUrl, sessionCookie: sessionCookieName(config) });
  const sessions = createSessions(app, { db: database.db, clock, config });
  // Outside of the load guard: calls from memory are answered while others wait for the database.
  await app.register(csrfRoutes);
  await app.register(servicesRoutes, { catalogue, edgeSeconds: config.serving.edgeSeconds });
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
