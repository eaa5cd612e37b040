import type { SocialProvider } from '#shared/features/oauth/schemas.ts';
import type { SocialProfile } from './social-profile.ts';

/** Binds a callback to its request: created per login and stored by us, never in the browser. */
type LoginChecks = { state: string; nonce: string; codeVerifier: string };

/** An identity provider. */
export type LoginProvider = {
  id: SocialProvider;
  /** Display name. */
  name: string;
  /** Returns the provider's login URL. Throws when the provider is unreachable. */
  loginUrl: (checks: LoginChecks) => Promise<URL>;
  /**
   * Returns the profile for a callback URL. Throws for an error, a failed check or a missing
   * response.
   */
  identify: (callbackUrl: URL, checks: LoginChecks) => Promise<SocialProfile>;
};

/** Timeout of one provider call, during which the user sees a blank page. */
export const PROVIDER_TIMEOUT_SECONDS = 8;
