import { z } from 'zod';
import { acceptedTos } from './accounts.ts';
import { ERRORS } from './errors.ts';
import { line, requiredPhone } from './fields.ts';

/** Who vouches for people (contract §3); each is there only when it is configured. */
const SOCIAL_PROVIDERS = ['kakao', 'naver', 'google'] as const;
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number];
const provider = z.enum(SOCIAL_PROVIDERS);

export const socialProvidersResponse = z.array(z.object({ id: provider, name: z.string() }));
export type SocialProviders = z.infer<typeof socialProvidersResponse>;

const SOCIAL_TOKEN_MESSAGE = ERRORS.SOCIAL_TOKEN_INVALID.message;
const socialToken = z
  .string({ error: SOCIAL_TOKEN_MESSAGE })
  .min(1, SOCIAL_TOKEN_MESSAGE)
  .max(200, SOCIAL_TOKEN_MESSAGE);

export const verifySocialTokenRequest = z.object({ socialToken });
export const verifySocialTokenResponse = z.object({ fullname: z.string(), email: z.string(), provider });
export type SocialPerson = z.infer<typeof verifySocialTokenResponse>;

/** Only the phone has to be given (spec §5, social); the name is what the provider told unless it is given. */
export const completeSocialRegisterRequest = z.object({
  socialToken,
  phone: requiredPhone,
  fullname: line(50).default(''),
  acceptedTos,
  acceptedMarketing: z.boolean({ error: '광고성 정보 수신 동의 여부를 선택해주세요.' }).default(false),
});
export type CompleteSocialRegisterRequest = z.infer<typeof completeSocialRegisterRequest>;
