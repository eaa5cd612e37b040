import { describe, expect, it } from 'vitest';
import {
  afterSigning,
  isComplete,
  isMandate,
  LETTER_STATES,
  type LetterFacts,
  mayDecline,
  mayReplace,
  maySign,
  mayWithdraw,
  missingSigners,
  SIGNER_ROLES,
  type StoredLetterState,
  stateAt,
} from './letter-state.ts';

const NOW = new Date('2026-11-27T00:00:00Z');
const LATER = new Date('2026-12-11T00:00:00Z');
const facts = (changes: Partial<LetterFacts> = {}): LetterFacts => ({
  state: 'offered',
  expiresAt: LATER,
  isMinor: false,
  hasSoleCustody: false,
  hasPayerSheet: true,
  signed: [],
  ...changes,
});
const signersOf = (of: LetterFacts, now = NOW) => SIGNER_ROLES.filter((role) => maySign(of, role, now));
const STORED = LETTER_STATES.filter((state): state is StoredLetterState => state !== 'expired');

describe('maySign', () => {
  it('lets client and payer sign an offered letter, and the firm after the client', () => {
    expect(signersOf(facts())).toEqual(['client', 'payer']);
    const signed = facts({ state: afterSigning('offered', 'client'), signed: ['client'] });
    expect(signersOf(signed)).toEqual(['payer', 'firm']);
    const byFirm = facts({ state: afterSigning('signed_by_client', 'firm'), signed: ['client', 'firm'] });
    expect(signersOf(byFirm)).toEqual(['payer']);
    expect(signersOf(facts({ state: 'sealed', signed: ['client', 'firm', 'payer'] }))).toEqual([]);
  });

  it('ends with the offer, but not after the client has signed', () => {
    expect(stateAt(facts(), LATER)).toBe('expired');
    expect(signersOf(facts(), LATER)).toEqual([]);
    expect(signersOf(facts({ state: 'signed_by_client', signed: ['client'] }), LATER)).toEqual(['payer', 'firm']);
  });

  it('asks both guardians of a minor, or the only one, before the firm', () => {
    const minor = facts({ state: 'signed_by_client', isMinor: true, hasPayerSheet: false, signed: ['client'] });
    expect(missingSigners(minor)).toEqual(['guardian', 'guardian', 'firm']);
    expect(signersOf(minor)).toEqual(['guardian']);
    expect(signersOf({ ...minor, signed: ['client', 'guardian'] })).toEqual(['guardian']);
    expect(signersOf({ ...minor, signed: ['client', 'guardian', 'guardian'] })).toEqual(['firm']);
    expect(signersOf({ ...minor, hasSoleCustody: true, signed: ['client', 'guardian'] })).toEqual(['firm']);
  });

  it('lets no one sign a draft or a letter that has ended', () => {
    for (const state of ['draft', 'declined', 'withdrawn', 'replaced'] as const) {
      expect(signersOf(facts({ state }))).toEqual([]);
    }
  });
});

it('is complete when firm, client and payer have signed', () => {
  const byFirm = facts({ state: 'signed_by_firm', signed: ['client', 'firm'] });
  expect(isComplete(byFirm)).toBe(false);
  expect(isComplete({ ...byFirm, signed: ['client', 'firm', 'payer'] })).toBe(true);
  expect(isComplete({ ...byFirm, hasPayerSheet: false })).toBe(true);
});

it('lets those decline who have not signed, until the firm has signed', () => {
  const signed = facts({ state: 'signed_by_client', signed: ['client'] });
  expect(mayDecline(facts(), 'client', NOW)).toBe(true);
  expect(mayDecline(signed, 'client', NOW)).toBe(false);
  expect(mayDecline(signed, 'payer', NOW)).toBe(true);
  expect(mayDecline({ ...signed, isMinor: true }, 'guardian', NOW)).toBe(true);
  expect(mayDecline(signed, 'guardian', NOW)).toBe(false);
  expect(mayDecline(facts(), 'client', LATER)).toBe(false);
  expect(mayDecline(facts({ state: 'signed_by_firm', signed: ['client', 'firm'] }), 'payer', NOW)).toBe(false);
});

it('lets the firm withdraw and replace what is not signed by all', () => {
  const of = (rule: (state: StoredLetterState) => boolean) => STORED.filter(rule);
  expect(of((state) => mayWithdraw(facts({ state })))).toEqual([
    'draft',
    'offered',
    'signed_by_client',
    'signed_by_firm',
  ]);
  expect(mayWithdraw(facts({ state: 'signed_by_firm', signed: ['client', 'payer', 'firm'] }))).toBe(false);
  expect(of((state) => !mayReplace(state))).toEqual(['draft', 'signed_by_firm']);
  expect(of(isMandate)).toEqual(['signed_by_firm', 'sealed']);
});
