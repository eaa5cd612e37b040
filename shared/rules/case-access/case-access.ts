import { type Area, type CaseRole, CONSENT_KINDS, type ConsentKind, type Room } from './areas.ts';

/** Facts about a person in a case that decide what the person may read. */
export type CaseFacts = {
  role: CaseRole;
  /** A guardian of the client; a payer can be one, too. */
  isGuardian?: boolean;
  /** The client was under age when signing the newest letter; before that it is not known. */
  isClientMinor?: boolean;
  /** A client other than the buyer has joined once, even when the client has left since. */
  hadClient: boolean;
  /** The areas that the client lets the payer read now. */
  shares: readonly Area[];
  /** The client lets the payer read sensitive answers, too. */
  sharesSensitive: boolean;
};

/** Facts about one item of an area. */
export type CaseItem = {
  /** The reader wrote or uploaded it. */
  isOwn?: boolean;
  /** The person who brings the paper or answers the question; left out: any. */
  askedOf?: 'client' | 'payer' | 'guardian' | 'both';
  isSensitive?: boolean;
};

/**
 * Returns whether a person has the part of a guardian. A payer has it only for a client who is known to be under age:
 * otherwise the payer would read by it what a client of age does not share.
 */
export function actsAsGuardian({
  role,
  isGuardian,
  isClientMinor,
}: Pick<CaseFacts, 'role' | 'isGuardian' | 'isClientMinor'>): boolean {
  return role === 'guardian' || (role === 'payer' && isGuardian === true && isClientMinor === true);
}

function mayGuardianRead(area: Area, { askedOf }: CaseItem): boolean {
  return area === 'letter' || (area === 'papers' && askedOf === 'guardian');
}

function mayPayerRead({ hadClient, shares, sharesSensitive }: CaseFacts, area: Area, item: CaseItem): boolean {
  if (item.askedOf === 'payer') return true;
  if (!hadClient) return true;
  return shares.includes(area) && (item.isSensitive !== true || sharesSensitive);
}

/**
 * Decides whether a person may read an item of a case: the one rule of every list, count, event,
 * file, mail and export (contract §8). Conversations have `mayReadRoom`.
 */
export function mayRead(facts: CaseFacts, area: Exclude<Area, 'conversation'>, item: CaseItem = {}): boolean {
  if (item.isOwn) return true;
  switch (facts.role) {
    case 'both':
      return true;
    case 'client':
      return item.askedOf !== 'payer';
    case 'payer':
      return mayPayerRead(facts, area, item) || (actsAsGuardian(facts) && mayGuardianRead(area, item));
    case 'guardian':
      return mayGuardianRead(area, item);
  }
}

/** The room that a person's call without a room means; undefined for a person who has none. */
export function ownRoomOf(role: CaseRole): Room | undefined {
  if (role === 'guardian') return undefined;
  return role === 'client' ? 'client' : 'buyer';
}

/** The rooms of a case that a person may read. */
export function roomsOf({ role, hadClient, shares }: Omit<CaseFacts, 'sharesSensitive'>): Room[] {
  const own = ownRoomOf(role);
  if (own === undefined) return [];
  // A buyer who is the client talks in one room.
  const isShared = role !== 'both' && hadClient && shares.includes('conversation');
  return isShared ? [own, 'shared'] : [own];
}

export function mayReadRoom(facts: Omit<CaseFacts, 'sharesSensitive'>, room: Room): boolean {
  return roomsOf(facts).includes(room);
}

/** A person in a case, with the account of the joined client. */
export type RoomReader = Omit<CaseFacts, 'sharesSensitive'> & { userId: number; clientId: number | null };

/**
 * Decides whether a person reads a conversation of a case: `ownerId` is whose it is, in the shared room the
 * client. One of a client who has left is not that of the next client.
 */
export function mayReadConversation(person: RoomReader, { room, ownerId }: { room: Room; ownerId: number }): boolean {
  if (!mayReadRoom(person, room)) return false;
  return ownerId === (room === 'shared' ? person.clientId : person.userId);
}

/** Returns whether prices, payments and refunds are shown to a person: to the one who pays. */
export function mayReadMoney({ role }: Pick<CaseFacts, 'role'>): boolean {
  return role === 'payer' || role === 'both';
}

/** Returns whether a person acts for the client, as in booking a call: the payer until a client has joined. */
export function actsForClient({ role, hadClient }: Pick<CaseFacts, 'role' | 'hadClient'>): boolean {
  return role === 'client' || role === 'both' || (role === 'payer' && !hadClient);
}

/** Returns whether a person brings a paper: until a client joins, the payer brings the client's papers, too. */
export function bringsPaperOf({ role, hadClient }: Pick<CaseFacts, 'role' | 'hadClient'>, askedOf: 'client' | 'payer') {
  return role === 'both' || role === askedOf || (role === 'payer' && !hadClient);
}

/** Returns whether a person reads the buyer's own words on the order: the description of the case. */
export function mayReadBuyersWords({ role }: Pick<CaseFacts, 'role'>): boolean {
  return role === 'payer' || role === 'both';
}

/**
 * The consents that a person is asked for: only the client gives them, and a buyer who is the client shares
 * with no other person.
 */
export function consentsOf(role: CaseRole): readonly ConsentKind[] {
  if (role === 'client') return CONSENT_KINDS;
  return role === 'both' ? ['sensitive'] : [];
}

/**
 * Returns whether a person can join a case in a role: the client is another person than the payer and the guardians,
 * and each joins once; a parent who pays can be a guardian, too.
 */
export function mayTakePart(
  part: Pick<CaseFacts, 'role' | 'isGuardian'> | undefined,
  role: 'client' | 'payer' | 'guardian',
): boolean {
  return part === undefined || (role === 'guardian' && part.role === 'payer' && part.isGuardian !== true);
}
