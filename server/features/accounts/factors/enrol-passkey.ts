import { FIRM } from '#content/firm.ts';
import type { Actor } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import { newToken } from '#server/lib/tokens.ts';
import type { AddedPasskey, AddPasskeyBody, PasskeyCreation } from '#shared/features/accounts/factor-schemas.ts';
import { changeFactors, type FactorOwner, isFirstFactor } from './change-factors.ts';
import type { FactorDeps } from './factor-deps.ts';
import { presentFactor } from './factors.present.ts';
import { CHALLENGE_MS, newChallenge, takeChallenge } from './passkey-challenges.ts';
import { ALGORITHMS, describePasskeys, relyingParty } from './passkeys.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';

/** Returns what the browser makes a passkey from. `boundTo` is the hash of the session's token. */
export async function startPasskey(
  { db, clock, publicUrl }: FactorDeps,
  actor: Actor,
  boundTo: Buffer,
): Promise<PasskeyCreation> {
  const use = { userId: actor.id, purpose: 'enrol', boundTo } as const;
  return {
    challenge: await newChallenge(db, use, clock.now()),
    rp: { id: relyingParty(publicUrl()).rpId, name: FIRM.centreName },
    // Authenticators keep it: it must say nothing of the person.
    user: { id: newToken(), name: actor.user_id, displayName: actor.user_id },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: CHALLENGE_MS,
    excludeCredentials: await describePasskeys(db, actor.id),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    attestation: 'none',
  };
}

type Response = AddPasskeyBody['response'];

/** @throws AppError PASSKEY_REFUSED */
async function verify({ publicUrl }: FactorDeps, response: Response, expectedChallenge: string) {
  const { rpId, origin } = relyingParty(publicUrl());
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { clientDataJSON, attestationObject } = response.response;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: response.id,
        rawId: response.rawId,
        type: response.type,
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    });
    if (registrationInfo) return registrationInfo.credential;
  } catch (cause) {
    throw new AppError('PASSKEY_REFUSED', { cause });
  }
  throw new AppError('PASSKEY_REFUSED');
}

/**
 * Enrols a passkey that the browser made for a challenge of this session. Returns recovery codes
 * with the account's first factor.
 * @throws AppError PASSKEY_REFUSED, TOO_MANY_FACTORS
 */
export async function addPasskey(
  deps: FactorDeps,
  owner: FactorOwner,
  boundTo: Buffer,
  { name, response }: AddPasskeyBody,
): Promise<AddedPasskey> {
  const { userId } = owner;
  const { db, clock } = deps;
  const use = { userId, purpose: 'enrol', boundTo } as const;
  const challenge = await takeChallenge(db, use, response.response.clientDataJSON, clock.now());
  if (challenge === undefined) throw new AppError('PASSKEY_REFUSED');
  const credential = await verify(deps, response, challenge);
  return changeFactors(deps, owner, async (trx, now) => {
    const isFirst = await isFirstFactor(trx, userId);
    const row = await trx
      .insertInto('second_factors')
      .values({
        user_id: userId,
        kind: 'passkey',
        name,
        created_at: now,
        confirmed_at: now,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: (response.response.transports ?? []).join(','),
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returningAll()
      .executeTakeFirst();
    // The passkey is enrolled already, to this or another account.
    if (!row) throw new AppError('PASSKEY_REFUSED');
    const codes = isFirst ? { recovery_codes: await replaceRecoveryCodes(trx, userId, now) } : {};
    return { change: 'passkey_added', name, result: { ...presentFactor(row), ...codes } };
  });
}
