/** How far a letter is (수임계약서, contract §8). */
export const LETTER_STATES = [
  'draft',
  'offered',
  'signed_by_client',
  'signed_by_firm',
  'sealed',
  'declined',
  'expired',
  'withdrawn',
  'replaced',
] as const;
export type LetterState = (typeof LETTER_STATES)[number];
/** An expired letter is stored as it was offered: `stateAt` says when it ends. */
export type StoredLetterState = Exclude<LetterState, 'expired'>;

export const SIGNER_ROLES = ['client', 'guardian', 'payer', 'firm'] as const;
export type SignerRole = (typeof SIGNER_ROLES)[number];

/** How long an offered letter waits for the client. */
export const OFFER_DAYS = 14;
/** Above it the law asks a stamp tax of the letter (인지세법 3조). */
export const MAX_FEE_WON = 10_000_000;

/** Facts about a letter that decide what may be done with it. */
export type LetterFacts = {
  state: StoredLetterState;
  expiresAt: Date | null;
  /** The client was under 19 when signing: guardians sign, too. */
  isMinor: boolean;
  /** The guardian who signs is the only one. */
  hasSoleCustody: boolean;
  /** Another person than the client pays, and signs a sheet of their own. */
  hasPayerSheet: boolean;
  /** The role of each signature; each person signs once. */
  signed: readonly SignerRole[];
};

/** The state at a time: an offer that the client did not sign in time has expired. */
export function stateAt({ state, expiresAt }: Pick<LetterFacts, 'state' | 'expiresAt'>, now: Date): LetterState {
  return state === 'offered' && expiresAt !== null && expiresAt <= now ? 'expired' : state;
}

function guardiansNeeded({ isMinor, hasSoleCustody }: LetterFacts): number {
  if (!isMinor) return 0;
  return hasSoleCustody ? 1 : 2;
}

/** The roles whose signature a letter waits for; `guardian` once for each who is missing. */
export function missingSigners(facts: LetterFacts): SignerRole[] {
  const count = (role: SignerRole) => facts.signed.filter((one) => one === role).length;
  const needed: Record<SignerRole, number> = {
    client: 1,
    guardian: guardiansNeeded(facts),
    payer: facts.hasPayerSheet ? 1 : 0,
    firm: 1,
  };
  return SIGNER_ROLES.flatMap((role) => Array<SignerRole>(Math.max(0, needed[role] - count(role))).fill(role));
}

/** Returns whether a person of the role may sign now. */
export function maySign(facts: LetterFacts, role: SignerRole, now: Date): boolean {
  const state = stateAt(facts, now);
  const missing = missingSigners(facts);
  switch (role) {
    case 'client':
      return state === 'offered' && missing.includes('client');
    case 'guardian':
      // Before the client has signed, it is not known how old the client is.
      return state === 'signed_by_client' && missing.includes('guardian');
    case 'payer':
      return (
        (state === 'offered' || state === 'signed_by_client' || state === 'signed_by_firm') && missing.includes('payer')
      );
    case 'firm':
      return state === 'signed_by_client' && !missing.includes('guardian');
  }
}

/** The state after a person of the role has signed. */
export function afterSigning(state: StoredLetterState, role: SignerRole): StoredLetterState {
  if (role === 'client') return 'signed_by_client';
  return role === 'firm' ? 'signed_by_firm' : state;
}

/** Returns whether all have signed, so that the letter can be sealed. */
export function isComplete(facts: LetterFacts): boolean {
  return facts.state === 'signed_by_firm' && missingSigners(facts).length === 0;
}

/** Returns whether a person who has to sign may decline instead. */
export function mayDecline(facts: LetterFacts, role: SignerRole, now: Date): boolean {
  const state = stateAt(facts, now);
  if (state !== 'offered' && state !== 'signed_by_client') return false;
  if (role === 'guardian') return state === 'offered' || missingSigners(facts).includes('guardian');
  return missingSigners(facts).includes(role);
}

/** Returns whether the firm may take the letter back: not once all have signed. */
export function mayWithdraw(facts: LetterFacts): boolean {
  if (facts.state === 'signed_by_firm') return !isComplete(facts);
  return facts.state === 'draft' || facts.state === 'offered' || facts.state === 'signed_by_client';
}

/** Returns whether a new letter may take the place of the last one, which then is `replaced` if it is open. */
export function mayReplace(state: StoredLetterState): boolean {
  return state !== 'draft' && state !== 'signed_by_firm';
}

/** Returns whether a letter waits for signatures; another one in its place makes it `replaced`. */
export function isOpen(state: StoredLetterState): boolean {
  return state === 'offered' || state === 'signed_by_client';
}

/** A letter in one of these binds the client, who leaves the case by the firm alone (contract §8). */
export const BINDING_STATES = ['signed_by_client', 'signed_by_firm', 'sealed'] as const satisfies LetterState[];

/** Returns whether the client has given a mandate: what is filed in the client's name waits for it (contract §8). */
export function isMandate(state: LetterState): boolean {
  return state === 'signed_by_firm' || state === 'sealed';
}
