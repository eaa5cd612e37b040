import { daily, EVERY_MINUTE } from '#server/jobs/schedules.ts';
import type { Feature } from '#server/registry/feature.ts';
import * as adminCalls from '#shared/features/accounts/admin-calls.ts';
import * as adminSchemas from '#shared/features/accounts/admin-schemas.ts';
import * as accountCalls from '#shared/features/accounts/calls.ts';
import * as emailCalls from '#shared/features/accounts/email-calls.ts';
import * as emailSchemas from '#shared/features/accounts/email-schemas.ts';
import * as factorCalls from '#shared/features/accounts/factor-calls.ts';
import * as factorSchemas from '#shared/features/accounts/factor-schemas.ts';
import * as invitationCalls from '#shared/features/accounts/invitation-calls.ts';
import * as invitationSchemas from '#shared/features/accounts/invitation-schemas.ts';
import * as marketingCalls from '#shared/features/accounts/marketing-calls.ts';
import * as marketingSchemas from '#shared/features/accounts/marketing-schemas.ts';
import * as personalDataSchemas from '#shared/features/accounts/personal-data-schemas.ts';
import * as phoneCalls from '#shared/features/accounts/phone-calls.ts';
import * as phoneSchemas from '#shared/features/accounts/phone-schemas.ts';
import * as schemas from '#shared/features/accounts/schemas.ts';
import * as securityCalls from '#shared/features/accounts/security-calls.ts';
import * as sessionSchemas from '#shared/features/accounts/session-schemas.ts';
import { accountsAdminRoutes } from './accounts.admin-routes.ts';
import { accountsRoutes } from './accounts.routes.ts';
import { eraseAccount } from './closing/erase-account.ts';
import { emailRoutes } from './email/email.routes.ts';
import { factorsRoutes } from './factors/factors.routes.ts';
import { invitationsRoutes } from './invitations/invitations.routes.ts';
import { marketingAdminRoutes } from './marketing/marketing.admin-routes.ts';
import { reviewMarketingConsents } from './marketing/review-consents.ts';
import { phoneRoutes } from './phone/phone.routes.ts';
import { ownAccount } from './profile/own-account.ts';
import { profileRoutes } from './profile/profile.routes.ts';
import { recoveryRoutes } from './recovery/recovery.routes.ts';
import { sendResetLinks } from './recovery/send-reset-links.ts';
import { RETENTION } from './retention.ts';
import { sessionsRoutes } from './sessions/sessions.routes.ts';

export const accounts: Feature = {
  callTables: [
    { name: 'accounts', calls: accountCalls, description: 'Login, sign-up, recovery and the own account.' },
    { name: 'email', calls: emailCalls, description: 'Proof of the e-mail address of an account.' },
    { name: 'phone', calls: phoneCalls, description: 'Proof of the phone of an account, and a new password by it.' },
    { name: 'security', calls: securityCalls, description: 'The sessions and logins of an account.' },
    { name: 'secondFactors', calls: factorCalls, description: 'Second factors: authenticator apps and passkeys.' },
    { name: 'accountsAdmin', calls: adminCalls, description: 'All accounts, for administrators.' },
    { name: 'staffInvitations', calls: invitationCalls, description: 'Invitations to become an administrator.' },
    { name: 'marketingAdmin', calls: marketingCalls, description: 'Consents to advertising, for administrators.' },
  ],
  schemas: [
    schemas,
    emailSchemas,
    phoneSchemas,
    sessionSchemas,
    factorSchemas,
    personalDataSchemas,
    adminSchemas,
    invitationSchemas,
    marketingSchemas,
  ],
  async routes(app, { deps, sessions, logins, isLeaked, erase, writePersonalData }) {
    const { config, clock, dataKeys, payments, accountLimits: limits, adminLimits, social } = deps;
    const { db } = deps.database;
    const requiresSecondFactor = config.requireSecondFactor;
    await app.register(accountsRoutes, { db, logins, isLeaked });
    await app.register(sessionsRoutes, { db, clock, sessions, devices: logins.devices });
    await app.register(profileRoutes, {
      payments,
      sessions,
      isLeaked,
      limits,
      requiresSecondFactor,
      erase,
      writePersonalData,
    });
    const factors = { db, clock, dataKeys, limits, publicUrl: social.publicUrl, isRequired: requiresSecondFactor };
    await app.register(factorsRoutes, { logins, factors });
    await app.register(recoveryRoutes, { db, clock, devices: logins.devices, isLeaked, limits, phones: deps.phones });
    await app.register(phoneRoutes, { phones: deps.phones });
    await app.register(emailRoutes, { db, clock });
    await app.register(accountsAdminRoutes, { db, dataKeys, limits: adminLimits });
    await app.register(invitationsRoutes, { db, clock, limits, isLeaked });
    await app.register(marketingAdminRoutes, { db, clock, limits: adminLimits });
  },
  jobs: ({ payments }) => ({
    send_reset_links: { ...EVERY_MINUTE, run: (options) => sendResetLinks(payments, options) },
    // At 10:05 in Korea: mails that are not urgent do not go out at night.
    review_marketing: { ...daily(1, 5), run: (options) => reviewMarketingConsents(payments, options) },
  }),
  erase: eraseAccount,
  retention: RETENTION,
  ownData: ownAccount,
  sealedColumns: [{ table: 'second_factors', column: 'secret' }],
};
