/** Parts of a case that the client can share with the payer (contract §8). */
export const AREAS = ['progress', 'papers', 'answers', 'conversation', 'letter', 'appointments'] as const;
export type Area = (typeof AREAS)[number];

export const PARTICIPANT_ROLES = ['client', 'payer', 'guardian'] as const;
export type ParticipantRole = (typeof PARTICIPANT_ROLES)[number];

export const PARTICIPANT_STATES = ['invited', 'joined', 'left', 'removed'] as const;
export type ParticipantState = (typeof PARTICIPANT_STATES)[number];

/** Roles of a person who reads a case; `both` is a buyer who is the soldier. */
export const CASE_ROLES = ['payer', 'client', 'guardian', 'both'] as const;
export type CaseRole = (typeof CASE_ROLES)[number];

/** Conversations of a case: of the buyer and the firm, of the client and the firm, of all three. */
export const ROOMS = ['buyer', 'client', 'shared'] as const;
export type Room = (typeof ROOMS)[number];

/**
 * Consents of a person in a case: to the use of sensitive data, to sharing with the payer, to
 * sharing sensitive data with the payer.
 */
export const CONSENT_KINDS = ['sensitive', 'share', 'share_sensitive'] as const;
export type ConsentKind = (typeof CONSENT_KINDS)[number];
