import type { Plan } from './price.ts';

/** Smallest amount that can be paid, in won (spec §5). */
const MIN_PAYMENT_WON = 1;

/** Input of the checks of the pay button (spec §5, purchase). */
export type PurchaseState = {
  hasService: boolean;
  isLoggedIn: boolean;
  /** The chosen plan: by its name, or the first one where the name is unknown. */
  plan: Plan | undefined;
  requiresSoldier: boolean;
  hasSoldier: boolean;
};

export type PurchaseProblemCode = 'SERVICE' | 'LOGIN' | 'NO_PLAN' | 'AMOUNT' | 'SOLDIER';
export type PurchaseProblem = { code: PurchaseProblemCode; message: string };

const MESSAGES: Record<PurchaseProblemCode, string> = {
  SERVICE: '서비스 정보를 불러오지 못했습니다.',
  LOGIN: '사용자 정보가 없습니다. 다시 로그인해주세요.',
  NO_PLAN: '유효한 상품 옵션이 없습니다.',
  AMOUNT: '결제 금액은 1원 이상이어야 합니다.',
  SOLDIER: '신청할 군인을 선택해주세요.',
};

export function purchaseProblem(code: PurchaseProblemCode): PurchaseProblem {
  return { code, message: MESSAGES[code] };
}

function findProblem(state: PurchaseState): PurchaseProblemCode | undefined {
  if (!state.hasService) return 'SERVICE';
  if (!state.isLoggedIn) return 'LOGIN';
  if (!state.plan) return 'NO_PLAN';
  if (state.plan.price < MIN_PAYMENT_WON) return 'AMOUNT';
  if (state.requiresSoldier && !state.hasSoldier) return 'SOLDIER';
  return undefined;
}

/**
 * Returns the first reason why the purchase cannot be paid, in the order of spec §5; undefined
 * when there is none.
 */
export function checkPurchase(state: PurchaseState): PurchaseProblem | undefined {
  const code = findProblem(state);
  return code && purchaseProblem(code);
}
