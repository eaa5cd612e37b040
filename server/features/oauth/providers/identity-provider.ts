import type { SocialProvider } from '#shared/features/oauth/schemas.ts';
import type { SocialProfile } from './social-profile.ts';

/** What ties an answer to the request: made for each login, kept by us, never by the browser. */
type LoginChecks = { state: string; nonce: string; codeVerifier: string };

/** Somebody who vouches for people, in our words. */
export type IdentityProvider = {
  id: SocialProvider;
  /** As people know it. */
  name: string;
  /** Where the browser goes to be identified. Throws when the provider cannot be reached. */
  loginUrl: (checks: LoginChecks) => Promise<URL>;
  /**
   * Who came back, by the address that he came back to. Throws when the answer is an error, does
   * not fit the checks or is no answer at all.
   */
  identify: (callbackUrl: URL, checks: LoginChecks) => Promise<SocialProfile>;
};

/** Longest wait for one answer of a provider: somebody is looking at a blank page meanwhile. */
export const PROVIDER_TIMEOUT_SECONDS = 8;
