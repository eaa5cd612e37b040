/** Input of the checks of the apply button (spec §4). */
export type ApplyState = {
  termsCount: number;
  agreedCount: number;
  requiresAuth: boolean;
  isLoggedIn: boolean;
  requiresSoldier: boolean;
  soldierCount: number;
  selectedSoldierId: number | undefined;
  hasPlan: boolean;
};

export type ApplyProblem = { code: ApplyProblemCode; message: string };
export type ApplyProblemCode = 'TERMS' | 'LOGIN' | 'NO_SOLDIER' | 'SOLDIER' | 'NO_PLAN';

const MESSAGES: Record<ApplyProblemCode, string> = {
  TERMS: '모든 이용약관에 동의해야 합니다.',
  LOGIN: '로그인이 필요하거나 세션이 만료되었습니다. 로그인 페이지로 이동합니다.',
  NO_SOLDIER: '서비스를 신청하기 위해 군인 정보 등록이 필요합니다.',
  SOLDIER: '신청할 군인을 선택해주세요.',
  NO_PLAN: '가격 정보가 없어 신청할 수 없습니다.',
};

function problem(code: ApplyProblemCode): ApplyProblem {
  return { code, message: MESSAGES[code] };
}

/**
 * Returns the first reason why applying cannot continue, in the order of spec §4; undefined when
 * there is none.
 */
export function checkApply(state: ApplyState): ApplyProblem | undefined {
  if (state.agreedCount < state.termsCount) return problem('TERMS');
  if (!state.isLoggedIn) return problem('LOGIN');
  if (state.requiresSoldier && state.soldierCount === 0) return problem('NO_SOLDIER');
  if (state.requiresSoldier && state.selectedSoldierId === undefined) return problem('SOLDIER');
  if (!state.hasPlan) return problem('NO_PLAN');
  return undefined;
}

/**
 * Returns why the button is disabled; undefined when it can be pressed (spec §4). The login comes
 * first, because a visitor who ticks the terms cannot continue either. A user without soldiers can
 * press it: the click then leads to the registration of one.
 */
export function applyDisabledReason(state: ApplyState): ApplyProblem | undefined {
  if (!state.hasPlan) return problem('NO_PLAN');
  if (state.requiresAuth && !state.isLoggedIn) return problem('LOGIN');
  if (state.agreedCount < state.termsCount) return problem('TERMS');
  if (state.requiresSoldier && state.soldierCount > 0 && state.selectedSoldierId === undefined)
    return problem('SOLDIER');
  return undefined;
}
