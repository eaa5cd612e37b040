import { z } from 'zod';
import { ERRORS } from '#shared/contract/errors.ts';
import { optionalName, requiredPhone } from '#shared/contract/fields.ts';
import { acceptedTos } from '#shared/features/accounts/schemas.ts';

/** Providers of social logins (contract §3); each is listed only when it is configured. */
export const SOCIAL_PROVIDERS = ['kakao', 'naver', 'google'] as const;
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number];
const provider = z.enum(SOCIAL_PROVIDERS);

export const socialProviders = z.array(z.object({ id: provider, name: z.string() }));
export type SocialProviders = z.infer<typeof socialProviders>;

const SOCIAL_TOKEN_MESSAGE = ERRORS.SOCIAL_TOKEN_INVALID.message;
const socialToken = z
  .string({ error: SOCIAL_TOKEN_MESSAGE })
  .min(1, SOCIAL_TOKEN_MESSAGE)
  .max(200, SOCIAL_TOKEN_MESSAGE);

export const verifySocialTokenBody = z.object({ socialToken });
export type VerifySocialTokenBody = z.infer<typeof verifySocialTokenBody>;
export const socialPerson = z.object({ fullname: z.string(), email: z.string(), provider });
export type SocialPerson = z.infer<typeof socialPerson>;

/**
 * Only the phone has to be given (spec §5, social); the name is the provider's unless it is
 * given.
 */
export const completeSocialRegisterBody = z.object({
  socialToken,
  phone: requiredPhone,
  fullname: optionalName.default(''),
  acceptedTos,
  acceptedMarketing: z.boolean({ error: '광고성 정보 수신 동의 여부를 선택해주세요.' }).default(false),
});
export type CompleteSocialRegisterBody = z.input<typeof completeSocialRegisterBody>;
export type ValidCompleteSocialRegisterBody = z.output<typeof completeSocialRegisterBody>;

/** An unknown provider is 404, not a wrong parameter. */
export const providerParams = z.object({ provider: z.string() });
export type ProviderParams = z.input<typeof providerParams>;

/** Anything that is no path of this site is left out. */
export const beginQuery = z.object({ returnTo: z.unknown().optional() });
export type BeginQuery = z.input<typeof beginQuery>;

export const redirect = z.null().describe('A redirect');
