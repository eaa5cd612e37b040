import { TERMS_VERSION } from '../terms-version.ts';

/** The day from which each policy holds as it stands now. */
export const POLICY_VERSION = { terms: TERMS_VERSION, privacy: '2026-11-01' } as const;
