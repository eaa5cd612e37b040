import { call } from '#shared/contract/call.ts';
import type { IdParam, Success } from '#shared/contract/fields.ts';
import type {
  AddedPasskey,
  AddPasskeyBody,
  ConfirmTotpBody,
  GiveFactorBody,
  PasskeyCreation,
  PasskeyRequest,
  Proofs,
  RecoveryCodes,
  SecondFactor,
  TotpSecret,
} from './factor-schemas.ts';
import type { UserIdAnswer } from './schemas.ts';

export const list = call<{ answer: SecondFactor[] }>('GET', '/api/auth/second-factors', { access: 'user' });

/** The secret counts once a code of it was confirmed. */
export const startTotp = call<{ answer: TotpSecret }>('POST', '/api/auth/second-factors/totp', {
  access: 'user',
  stepUp: 'everyone',
});

export const confirmTotp = call<{ body: ConfirmTotpBody; answer: RecoveryCodes }>(
  'POST',
  '/api/auth/second-factors/totp/confirm',
  { access: 'user', stepUp: 'everyone', status: 201 },
);

export const startPasskey = call<{ answer: PasskeyCreation }>('POST', '/api/auth/second-factors/passkey/options', {
  access: 'user',
  stepUp: 'everyone',
});

/** Ends all other sessions. */
export const addPasskey = call<{ body: AddPasskeyBody; answer: AddedPasskey }>(
  'POST',
  '/api/auth/second-factors/passkey',
  { access: 'user', stepUp: 'everyone', status: 201 },
);

/** Ends the codes that the account had. */
export const renewRecoveryCodes = call<{ answer: RecoveryCodes }>('POST', '/api/auth/second-factors/recovery', {
  access: 'user',
  stepUp: true,
});

/** Ends all other sessions. */
export const remove = call<{ params: IdParam; answer: Success }>('DELETE', '/api/auth/second-factors/:id', {
  access: 'user',
  stepUp: true,
});

/** Holds what a step-up of the account can be given by. */
export const getProofs = call<{ answer: Proofs }>('GET', '/api/auth/proofs', { access: 'user' });

/** Finishes a login, or confirms the person again within a session. */
export const give = call<{ body: GiveFactorBody; answer: UserIdAnswer }>('POST', '/api/auth/second-factor', {
  access: 'public',
});

/** Holds what a passkey of the account has to sign; for a login that waits, or the session. */
export const startGiving = call<{ answer: PasskeyRequest }>('POST', '/api/auth/second-factor/options', {
  access: 'public',
});
