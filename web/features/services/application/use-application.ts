import type { ServiceDetail } from '#shared/features/services/schemas.ts';
import type { Soldier } from '#shared/features/soldiers/schemas.ts';
import type { ApplyState } from '#shared/rules/apply-checks.ts';
import { choosePlan } from '#shared/rules/price.ts';
import { type AddressChoice, type Choice, newPurchasePath, servicePath } from './choice.ts';
import { useChoice } from './use-choice.ts';

/** The id of the chosen soldier among the user's own, which may have changed since the choice. */
function selectedOf(choice: Choice, soldiers: readonly Soldier[], isRequired: boolean): number | undefined {
  const { soldierId } = choice;
  if (soldiers.some((soldier) => soldier.id === soldierId)) return soldierId ?? undefined;
  // The only soldier is the one that is meant, unless the visitor took the choice back.
  return isRequired && soldiers.length === 1 && soldierId !== null ? soldiers[0]?.id : undefined;
}

/**
 * The visitor's choices on the purchase card: plan, soldier and agreed terms. `accountId` is
 * undefined for a visitor.
 */
export function useApplication(service: ServiceDetail, address: AddressChoice, accountId: number | undefined) {
  const { choice, change, restoredPlan } = useChoice(service.id, address, accountId);
  const ticks = new Set(choice.ticks);

  const terms = service.description.sections.filter((section) => section.type === 'tos');
  const plan = choosePlan(service.price.plans, choice.plan);

  const isPlanRestored = plan !== undefined && plan !== service.price.plans[0] && plan.name === restoredPlan;

  const termsOf = (filename: string | undefined) => service.terms?.find((term) => term.filename === filename);
  /** Names the version that was shown: a newer text is not agreed to. */
  const tickOf = (index: number) => `${index} ${terms[index]?.filename}@${termsOf(terms[index]?.filename)?.version}`;
  const agreed: ReadonlySet<number> = new Set([...terms.keys()].filter((index) => ticks.has(tickOf(index))));

  const choosePlanName = (name: string) => change({ ...choice, plan: name });
  const chooseSoldier = (id: number | undefined) => change({ ...choice, soldierId: id ?? null });
  const agreeTo = (indexes: Iterable<number>, isAgreed: boolean) => {
    const after = new Set([...agreed].map(tickOf));
    for (const index of indexes) {
      if (isAgreed) after.add(tickOf(index));
      else after.delete(tickOf(index));
    }
    change({ ...choice, ticks: [...after], tickedAt: Date.now() });
  };

  const selectedSoldierId = (soldiers: readonly Soldier[]) => selectedOf(choice, soldiers, service.requiresSoldier);

  /** This card with the choice so far: where login and the soldier pages return to. */
  const returnTo = servicePath(service.id, {
    // Not a plan that only the address names.
    plan: plan?.name === choice.plan ? choice.plan : undefined,
    soldierId: choice.soldierId ?? undefined,
  });

  /** Where a sign-up goes on: to the purchase once all terms are agreed to. */
  const afterSignUp = plan && agreed.size === terms.length ? newPurchasePath(service.id, plan.name) : returnTo;

  const applyState = (isLoggedIn: boolean, soldiers: readonly Soldier[]): ApplyState => ({
    termsCount: terms.length,
    agreedCount: agreed.size,
    requiresAuth: service.requiresAuth,
    isLoggedIn,
    requiresSoldier: service.requiresSoldier,
    soldierCount: soldiers.length,
    selectedSoldierId: selectedSoldierId(soldiers),
    hasPlan: plan !== undefined,
  });

  return {
    terms,
    plan,
    isPlanRestored,
    agreed,
    termsOf,
    choosePlanName,
    chooseSoldier,
    agreeTo,
    selectedSoldierId,
    returnTo,
    afterSignUp,
    applyState,
  };
}

export type Application = ReturnType<typeof useApplication>;
