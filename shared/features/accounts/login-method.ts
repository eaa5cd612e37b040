import type { SocialProvider } from '#shared/features/oauth/schemas.ts';

/** How a person proved who they are; of a login with two factors, the second (contract §6). */
export type LoginMethod = 'password' | 'totp' | 'passkey' | 'recovery' | `social:${SocialProvider}`;

export const LOGIN_RESULTS = ['success', 'failure'] as const;
export type LoginResult = (typeof LOGIN_RESULTS)[number];
