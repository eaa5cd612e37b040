import { sql } from 'kysely';
import { LAST_PAID_AT } from '#server/features/orders/was-paid.ts';
import { EVERY_MINUTE } from '#server/jobs/schedules.ts';
import type { Feature } from '#server/registry/feature.ts';
import { rowsRule } from '#server/registry/retention-rule.ts';
import * as calls from '#shared/features/letters/calls.ts';
import * as ledgerCalls from '#shared/features/letters/ledger-calls.ts';
import * as ledgerSchemas from '#shared/features/letters/ledger-schemas.ts';
import * as schemas from '#shared/features/letters/schemas.ts';
import { ledgerAdminRoutes } from './ledger/ledger.admin-routes.ts';
import { letterFilesRoutes } from './letter-files.routes.ts';
import { lettersAdminRoutes, lettersRoutes } from './letters.routes.ts';
import { ownLetters } from './own-letters.ts';
import { sealLetters } from './sealing/seal-letters.ts';

/** Orders in which a person is the client: who leaves the case signs nothing more. */
const clientOf = (userId: number) => sql`(select orders.id from orders
  left join participants on participants.order_id = orders.id and participants.role = 'client'
    and participants.user_id = ${userId}
  where participants.id is not null or (orders.user_id = ${userId} and orders.soldier ->> 'relationship' = '본인'))`;

export const letters: Feature = {
  callTables: [
    { name: 'letters', calls, description: 'The letter of a case (수임계약서) and its signatures.' },
    { name: 'mandates', calls: ledgerCalls, description: 'The ledger of mandates (수임장부).' },
  ],
  schemas: [schemas, ledgerSchemas],
  async routes(
    app,
    {
      deps: {
        database,
        dataKeys,
        clock,
        phones,
        consultations: { events },
        adminLimits: limits,
        letters: { glyphs },
      },
    },
  ) {
    const deps = { db: database.db, dataKeys, clock, identity: phones.identity, glyphs, events };
    await app.register(lettersRoutes, deps);
    await app.register(lettersAdminRoutes, deps);
    await app.register(letterFilesRoutes, deps);
    await app.register(ledgerAdminRoutes, { db: database.db, dataKeys, clock, limits });
  },
  jobs: ({ letters: sealing }) => ({
    seal_letters: { ...EVERY_MINUTE, run: (options) => sealLetters(sealing, options) },
  }),
  async erase(trx, { id }) {
    // A signed letter is kept for its period; an unsigned one is withdrawn.
    await sql`update letters set state = 'withdrawn'
      where state in ('draft', 'offered') and order_id in ${clientOf(id)}`.execute(trx);
  },
  ownData: ownLetters,
  retention: [
    rowsRule({
      table: 'letters',
      data: 'letters of cases, with signatures and evidence',
      kept: 'five years after the work ended; without an end five years after the last payment',
      basis: '민법 163조, 변호사법 28조: proof of the mandate and its fee',
      every: 'day',
      isOver: (now) => sql`order_id in (select orders.id from orders
        where coalesce(orders.work_closed_at, ${LAST_PAID_AT}) <= ${now} - interval '5 years')`,
    }),
  ],
  sealedColumns: [
    { table: 'letters', column: 'scope_sealed' },
    { table: 'letters', column: 'terms_sealed' },
    { table: 'letters', column: 'reason_sealed' },
    { table: 'letters', column: 'pdf_sealed' },
    { table: 'letters', column: 'evidence_sealed' },
    { table: 'letter_documents', column: 'content_sealed' },
    { table: 'letter_documents', column: 'html_sealed' },
    { table: 'letter_signatures', column: 'evidence_sealed' },
  ],
  backlog: ({ before }) => ({
    lettersUnsealed: sql`(select count(*) from letters where completed_at is not null and sealed_at is null
      and (seal_failures > 0 or completed_at <= ${before}))`,
  }),
};
