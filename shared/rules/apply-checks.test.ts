import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ApplyProblemCode, type ApplyState, applyDisabledReason, checkApply } from './apply-checks.ts';

/** A user who may continue. */
const READY: ApplyState = {
  termsCount: 2,
  agreedCount: 2,
  requiresAuth: true,
  isLoggedIn: true,
  requiresSoldier: true,
  soldierCount: 1,
  selectedSoldierId: 7,
  hasPlan: true,
};

type Row = [string, Partial<ApplyState>, ApplyProblemCode | undefined, ApplyProblemCode | undefined];

/** Holds what is different; what the click says; why the button is disabled. */
const ROWS: Row[] = [
  ['everything in order', {}, undefined, undefined],
  ['no terms at all', { termsCount: 0, agreedCount: 0 }, undefined, undefined],
  ['terms not all agreed', { agreedCount: 1 }, 'TERMS', 'TERMS'],
  ['logged out', { isLoggedIn: false, soldierCount: 0, selectedSoldierId: undefined }, 'LOGIN', 'LOGIN'],
  ['logged out where no login is needed', { requiresAuth: false, isLoggedIn: false }, 'LOGIN', undefined],
  ['no soldier registered', { soldierCount: 0, selectedSoldierId: undefined }, 'NO_SOLDIER', undefined],
  ['no soldier chosen', { selectedSoldierId: undefined }, 'SOLDIER', 'SOLDIER'],
  [
    'no soldier where none is needed',
    { requiresSoldier: false, soldierCount: 0, selectedSoldierId: undefined },
    undefined,
    undefined,
  ],
  ['nothing to buy', { hasPlan: false }, 'NO_PLAN', 'NO_PLAN'],
  ['terms and login', { agreedCount: 0, isLoggedIn: false }, 'TERMS', 'LOGIN'],
  ['login before soldiers', { isLoggedIn: false, soldierCount: 0 }, 'LOGIN', 'LOGIN'],
];

const anyState: fc.Arbitrary<ApplyState> = fc.record({
  termsCount: fc.nat(3),
  agreedCount: fc.nat(3),
  requiresAuth: fc.boolean(),
  isLoggedIn: fc.boolean(),
  requiresSoldier: fc.boolean(),
  soldierCount: fc.nat(2),
  selectedSoldierId: fc.option(fc.integer({ min: 1 }), { nil: undefined }),
  hasPlan: fc.boolean(),
});

describe('the apply button', () => {
  it.each(ROWS)('%s', (_name, difference, clicked, disabled) => {
    const state = { ...READY, ...difference };
    expect(checkApply(state)?.code).toBe(clicked);
    expect(applyDisabledReason(state)?.code).toBe(disabled);
  });

  it("says the spec's sentences", () => {
    expect(checkApply({ ...READY, agreedCount: 0 })?.message).toBe('모든 이용약관에 동의해야 합니다.');
    expect(checkApply({ ...READY, soldierCount: 0 })?.message).toBe(
      '서비스를 신청하기 위해 군인 정보 등록이 필요합니다.',
    );
  });

  it('is never disabled without a reason that the click would not also find', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        if (applyDisabledReason(state)) expect(checkApply(state)).toBeDefined();
      }),
    );
  });

  it('stops users who are logged out, have not agreed or lack a required soldier', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        if (checkApply(state)) return;
        expect(state.isLoggedIn && state.hasPlan && state.agreedCount >= state.termsCount).toBe(true);
        if (state.requiresSoldier) expect(state.selectedSoldierId).toBeDefined();
      }),
    );
  });
});
