import type { Plan } from './price.ts';

/** The least that can be paid, in won (spec §5). */
const MIN_PAYMENT_WON = 1;

/** What the pay button looks at (spec §5, purchase). */
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

/** The first thing that keeps a purchase from being paid, in the spec's order; undefined when nothing does. */
export function checkPurchase(state: PurchaseState): PurchaseProblem | undefined {
  const code = findProblem(state);
  return code && purchaseProblem(code);
}
