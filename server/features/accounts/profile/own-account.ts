import { presentEach, readSlices, type Slice } from '#server/db/read-slices.ts';
import type { DbOrTrx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { wireTime, wireTimeOrNull, withWireTime } from '#server/lib/wire-time.ts';
import type { OwnFacts, ReadOwnData } from '#server/registry/feature.ts';
import { listPhoneProofs } from '../phone/phone-proofs.ts';

function listLogins(db: DbOrTrx, userId: number, { after, limit }: Slice) {
  return db
    .selectFrom('login_events')
    .select(['id', 'created_at', 'result', 'method', 'address', 'user_agent'])
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

async function readConsents(db: DbOrTrx, userId: number): Promise<OwnFacts['consents']> {
  const consents = await db
    .selectFrom('consents')
    .select(['document', 'version', 'agreed_at', 'withdrawn_at'])
    .where('user_id', '=', userId)
    .orderBy('agreed_at')
    .execute();
  return consents.map((consent) => ({
    ...consent,
    agreed_at: wireTime(consent.agreed_at),
    withdrawn_at: wireTimeOrNull(consent.withdrawn_at),
  }));
}

async function readMarketingConsents(db: DbOrTrx, userId: number): Promise<OwnFacts['marketing_consents']> {
  const changes = await db
    .selectFrom('marketing_consents')
    .select(['channel', 'is_given', 'source', 'version', 'changed_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return changes.map((change) => ({ ...change, changed_at: wireTime(change.changed_at) }));
}

async function readSecondFactors(db: DbOrTrx, userId: number): Promise<OwnFacts['second_factors']> {
  const factors = await db
    .selectFrom('second_factors')
    .select(['kind', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .execute();
  return factors.map((factor) => ({ ...withWireTime(factor), last_used_at: wireTimeOrNull(factor.last_used_at) }));
}

async function readKnownDevices(db: DbOrTrx, userId: number): Promise<OwnFacts['known_devices']> {
  const devices = await db
    .selectFrom('known_devices')
    .select(['created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return devices.map((device) => ({ ...withWireTime(device), expires_at: wireTime(device.expires_at) }));
}

async function readSessions(db: DbOrTrx, userId: number): Promise<OwnFacts['sessions']> {
  const sessions = await db
    .selectFrom('sessions')
    .select(['created_at', 'expires_at', 'last_used_at', 'address', 'user_agent'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return sessions.map(({ user_agent: browser, ...session }) => ({
    ...withWireTime(session),
    browser,
    expires_at: wireTime(session.expires_at),
    last_used_at: wireTime(session.last_used_at),
  }));
}

function presentAccount(actor: Actor): OwnFacts['account'] {
  const { user_id, fullname, phone, email, military_status, created_at } = actor;
  return { user_id, fullname, phone, email, military_status, created_at: wireTime(created_at) };
}

/** The account itself: its data, consents, proofs, factors, browsers, sessions and logins. */
export const ownAccount: ReadOwnData = ({ database: { db }, clock }, actor) => ({
  async readFacts() {
    const proofs = await listPhoneProofs(db, actor.id);
    return {
      made_at: wireTime(clock.now()),
      account: presentAccount(actor),
      consents: await readConsents(db, actor.id),
      marketing_consents: await readMarketingConsents(db, actor.id),
      phone_proofs: proofs.map((proof) => ({ ...proof, proven_at: wireTime(proof.proven_at) })),
      second_factors: await readSecondFactors(db, actor.id),
      known_devices: await readKnownDevices(db, actor.id),
      sessions: await readSessions(db, actor.id),
    };
  },
  lists: {
    logins: presentEach(
      readSlices((slice) => listLogins(db, actor.id, slice)),
      (row) => ({ ...withWireTime(row), browser: row.user_agent }),
    ),
  },
});
