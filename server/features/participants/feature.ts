import { sql } from 'kysely';
import { isOfFiveYearOldOrder } from '#server/features/orders/was-paid.ts';
import { daily } from '#server/jobs/schedules.ts';
import type { Feature } from '#server/registry/feature.ts';
import { rowsRule } from '#server/registry/retention-rule.ts';
import * as adminCalls from '#shared/features/participants/admin-calls.ts';
import * as adminSchemas from '#shared/features/participants/admin-schemas.ts';
import * as consentCalls from '#shared/features/participants/consent-calls.ts';
import * as consentSchemas from '#shared/features/participants/consent-schemas.ts';
import * as invitationCalls from '#shared/features/participants/invitation-calls.ts';
import * as invitationSchemas from '#shared/features/participants/invitation-schemas.ts';
import * as shareCalls from '#shared/features/participants/share-calls.ts';
import * as shareSchemas from '#shared/features/participants/share-schemas.ts';
import * as viewCalls from '#shared/features/participants/view-calls.ts';
import * as viewSchemas from '#shared/features/participants/view-schemas.ts';
import { participantsAdminRoutes } from './admin/participants.admin-routes.ts';
import { consentsRoutes } from './consents/consents.routes.ts';
import { invitationsRoutes } from './invitations/invitations.routes.ts';
import { remindInviters } from './invitations/remind-inviters.ts';
import { leaveCases } from './leave-cases.ts';
import { ownConsents } from './own-data.ts';
import { sharesRoutes } from './shares/shares.routes.ts';
import { viewsRoutes } from './views/views.routes.ts';

export const participants: Feature = {
  callTables: [
    { name: 'consents', calls: consentCalls, description: 'Consents of the people in a case.' },
    { name: 'shares', calls: shareCalls, description: 'What the client lets the payer read.' },
    { name: 'invitations', calls: invitationCalls, description: 'Invitations to a case.' },
    { name: 'views', calls: viewCalls, description: 'Who read what of a case.' },
    { name: 'participantsAdmin', calls: adminCalls, description: 'Participants that administrators confirm.' },
  ],
  schemas: [consentSchemas, shareSchemas, invitationSchemas, viewSchemas, adminSchemas],
  async routes(app, { deps: { database, clock, consultations, phones } }) {
    const { codes: messages, ...invitations } = phones;
    const { events } = consultations;
    const deps = { db: database.db, clock, events };
    await app.register(consentsRoutes, deps);
    await app.register(sharesRoutes, deps);
    await app.register(viewsRoutes, deps);
    await app.register(participantsAdminRoutes, deps);
    await app.register(invitationsRoutes, { ...invitations, messages, events });
  },
  jobs: ({ payments }) => ({
    // At 10:00 in Korea.
    remind_inviters: { ...daily(1, 0), run: (options) => remindInviters(payments, options) },
  }),
  ownData: ownConsents,
  erase: (trx, { id }, now) => leaveCases(trx, id, now),
  retention: [
    rowsRule({
      table: 'case_consents',
      data: 'consents of participants in cases',
      kept: 'five years after the last payment',
      basis: '개인정보 보호법 22조: proof of the consent',
      every: 'day',
      isOver: isOfFiveYearOldOrder,
    }),
    rowsRule({
      table: 'case_events',
      data: 'invitations, joining, shares and leaving of people in cases',
      kept: 'five years after the last payment',
      basis: 'proof of who was let in, and what was shared',
      every: 'day',
      isOver: isOfFiveYearOldOrder,
    }),
    rowsRule({
      table: 'case_views',
      data: 'who read what of a case',
      kept: 'two years',
      basis: 'contract §8: the client sees who read the case',
      every: 'day',
      isOver: (now) => sql`viewed_at <= ${now} - interval '2 years'`,
    }),
    rowsRule({
      table: 'case_invitations',
      data: 'invitations to cases, with the names of guardians',
      kept: 'until they expire; the row a month longer',
      basis: 'a repeated acceptance gets its answer',
      isOver: (now) => sql`expires_at <= ${now} - interval '1 month'`,
    }),
  ],
  sealedColumns: [{ table: 'case_invitations', column: 'person_sealed' }],
};
