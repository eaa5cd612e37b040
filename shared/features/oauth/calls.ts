import { call } from '#shared/contract/call.ts';
import type { UserIdAnswer } from '#shared/features/accounts/schemas.ts';
import type {
  BeginQuery,
  CompleteSocialRegisterBody,
  ProviderParams,
  SocialPerson,
  SocialProviders,
  VerifySocialTokenBody,
} from './schemas.ts';

export const listProviders = call<{ answer: SocialProviders }>('GET', '/api/oauth/providers', { access: 'public' });

/** For a browser: it is sent on to the provider. */
export const begin = call<{ params: ProviderParams; query: BeginQuery; answer: null }>('GET', '/api/oauth/:provider', {
  access: 'public',
  status: 302,
});

/** Where the provider sends the browser back to. */
export const finish = call<{ params: ProviderParams; answer: null }>('GET', '/api/oauth/:provider/callback', {
  access: 'public',
  status: 302,
});

export const verifySocialToken = call<{ body: VerifySocialTokenBody; answer: SocialPerson }>(
  'POST',
  '/api/oauth/verify-social-token',
  { access: 'public' },
);

/** Opens a session. */
export const completeSocialRegister = call<{ body: CompleteSocialRegisterBody; answer: UserIdAnswer }>(
  'POST',
  '/api/oauth/complete-social-register',
  { access: 'public', status: 201 },
);
