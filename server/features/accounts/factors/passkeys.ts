import type { AuthenticatorTransport } from '@simplewebauthn/server';
import { z } from 'zod';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { passkeyTransport } from '#shared/features/accounts/factor-schemas.ts';

/**
 * Passkeys of a site: its host, and the origin of its pages. Host and origin of a request prove
 * nothing.
 */
export function relyingParty(publicUrl: string): { rpId: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { rpId: hostname, origin };
}

/**
 * EdDSA, ES256 and RS256: what authenticators have. The library would prefer an experimental one.
 */
export const ALGORITHMS: readonly number[] = [-8, -7, -257];

const knownTransports = z.array(passkeyTransport);

/** How the browser reaches the authenticator; ways that we do not know are left out. */
export function readTransports(stored: string | null): AuthenticatorTransport[] {
  const names = (stored ?? '').split(',').filter((name) => passkeyTransport.safeParse(name).success);
  return knownTransports.parse(names);
}

/** The passkeys of an account. */
export function listPasskeys(db: DbOrTrx, userId: number) {
  return db
    .selectFrom('second_factors')
    .select(['id', 'credential_id', 'public_key', 'counter', 'transports'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'passkey')
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .execute();
}

/** The same in the form of WebAuthn options. */
export async function describePasskeys(db: DbOrTrx, userId: number) {
  const rows = await listPasskeys(db, userId);
  return rows.flatMap(({ credential_id: id, transports }) =>
    id === null ? [] : [{ id, type: 'public-key' as const, transports: readTransports(transports) }],
  );
}
