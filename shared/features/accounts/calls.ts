import { call } from '#shared/contract/call.ts';
import type { Success } from '#shared/contract/fields.ts';
import type { PersonalData } from './personal-data-schemas.ts';
import type {
  CheckUserIdParams,
  CloseAccountBody,
  Closing,
  LogInAnswer,
  LogInBody,
  MessageAnswer,
  RecoveryBody,
  RegisterBody,
  ResetPasswordBody,
  UpdatedProfile,
  UpdateProfileBody,
  UserIdAnswer,
  UserIdAvailable,
} from './schemas.ts';

export const logIn = call<{ body: LogInBody; answer: LogInAnswer }>('POST', '/api/auth/login', { access: 'public' });

/** Opens no session. */
export const register = call<{ body: RegisterBody; answer: UserIdAnswer }>('POST', '/api/auth/register', {
  access: 'public',
  status: 201,
});

export const checkUserId = call<{ params: CheckUserIdParams; answer: UserIdAvailable }>(
  'GET',
  '/api/auth/check-userid/:userId',
  { access: 'public' },
);

export const requestPasswordReset = call<{ body: RecoveryBody; answer: MessageAnswer }>(
  'POST',
  '/api/auth/password-reset/request',
  { access: 'public' },
);

export const resetPassword = call<{ body: ResetPasswordBody; answer: MessageAnswer }>(
  'POST',
  '/api/auth/password-reset/confirm',
  { access: 'public' },
);

export const findUserId = call<{ body: RecoveryBody; answer: MessageAnswer }>('POST', '/api/auth/find-userid', {
  access: 'public',
});

export const updateProfile = call<{ body: UpdateProfileBody; answer: UpdatedProfile }>(
  'PUT',
  '/api/auth/update-profile',
  { access: 'user' },
);

/** Everything that is kept about the account's owner, as a file. */
export const getPersonalData = call<{ answer: PersonalData }>('GET', '/api/auth/personal-data', { access: 'user' });

/** Holds what closing the account would mean. */
export const getClosing = call<{ answer: Closing }>('GET', '/api/auth/closing', { access: 'user' });

export const close = call<{ body: CloseAccountBody; answer: Success }>('POST', '/api/auth/close', {
  access: 'user',
  stepUp: true,
});
