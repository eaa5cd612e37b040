import { TERMS_VERSION } from '../terms-version.ts';

/** The effective date of each policy's present text. */
export const POLICY_VERSION = { terms: TERMS_VERSION, privacy: '2026-11-01' } as const;
