import type { DbOrTrx } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import type { PasskeyAnswer, PasskeyRequest } from '#shared/features/accounts/factor-schemas.ts';
import type { FactorDeps } from './factor-deps.ts';
import { CHALLENGE_MS, type ChallengeUse, newChallenge, takeChallenge } from './passkey-challenges.ts';
import { describePasskeys, listPasskeys, readTransports, relyingParty } from './passkeys.ts';

/**
 * Returns what a passkey of the account has to sign.
 * @throws AppError NO_SECOND_FACTOR when the account has no passkey
 */
export async function requestPasskey({ db, clock, publicUrl }: FactorDeps, use: ChallengeUse): Promise<PasskeyRequest> {
  const allowCredentials = await describePasskeys(db, use.userId);
  if (allowCredentials.length === 0) throw new AppError('NO_SECOND_FACTOR');
  return {
    challenge: await newChallenge(db, use, clock.now()),
    rpId: relyingParty(publicUrl()).rpId,
    timeout: CHALLENGE_MS,
    allowCredentials,
    userVerification: 'required',
  };
}

/** Returns whether a passkey of the account signed a live challenge of this use; uses the challenge up. */
export async function checkPasskey(
  db: DbOrTrx,
  { clock, publicUrl }: Pick<FactorDeps, 'clock' | 'publicUrl'>,
  use: ChallengeUse,
  answer: PasskeyAnswer,
): Promise<boolean> {
  const now = clock.now();
  const expectedChallenge = await takeChallenge(db, use, answer.response.clientDataJSON, now);
  if (expectedChallenge === undefined) return false;
  const passkey = (await listPasskeys(db, use.userId)).find(({ credential_id }) => credential_id === answer.id);
  if (!passkey?.credential_id || !passkey.public_key || passkey.counter === null) return false;
  const { rpId, origin } = relyingParty(publicUrl());
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { id, public_key, counter, transports } = passkey;
  const known = {
    id: passkey.credential_id,
    publicKey: new Uint8Array(public_key),
    counter: Number(counter),
    transports: readTransports(transports),
  };
  let newCounter: number;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: known,
      requireUserVerification: true,
    });
    if (!verified) return false;
    newCounter = authenticationInfo.newCounter;
  } catch {
    // A wrong origin, host, signature or a counter that went back: the library throws for each.
    return false;
  }
  const used = await db
    .updateTable('second_factors')
    .set({ counter: newCounter, last_used_at: now })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}
