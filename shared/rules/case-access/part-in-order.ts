import type { CaseRole, ParticipantRole } from './areas.ts';
import { actsForClient, bringsPaperOf } from './case-access.ts';

/** The part of an order's answer that says who reads it. */
type Parts = {
  my_role: CaseRole;
  participants: readonly { role: ParticipantRole; joined_at: string | null }[];
};

function factsOf({ my_role: role, participants }: Parts) {
  return { role, hadClient: participants.some((other) => other.role === 'client' && other.joined_at !== null) };
}

/** Returns whether the reader books the calls of the case. */
export function booksCalls(order: Parts): boolean {
  return actsForClient(factsOf(order));
}

/** Returns whether the reader brings a paper that is asked of client or payer. */
export function bringsPaper(order: Parts, askedOf: 'client' | 'payer'): boolean {
  return bringsPaperOf(factsOf(order), askedOf);
}

/** Returns whether a client decides on what the reader sees of the case. */
export function isLimitedByClient(order: Parts): boolean {
  const { role, hadClient } = factsOf(order);
  return role === 'payer' && hadClient;
}
