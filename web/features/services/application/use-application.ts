import { useState } from 'react';
import type { ServiceDetail } from '#shared/features/services/schemas.ts';
import type { Soldier } from '#shared/features/soldiers/schemas.ts';
import type { ApplyState } from '#shared/rules/apply-checks.ts';
import { choosePlan } from '#shared/rules/price.ts';

/** The visitor's choices on the purchase card: plan, soldier and agreed terms. */
export function useApplication(service: ServiceDetail) {
  const [planName, choosePlanName] = useState<string>();
  const [soldierId, chooseSoldier] = useState<number>();
  /**
   * The agreed terms with the version that was shown: a newer text, loaded meanwhile, is not agreed
   * to.
   */
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());

  const terms = service.description.sections.filter((section) => section.type === 'tos');
  const plan = choosePlan(service.price.plans, planName);

  const versionOf = (name: string | undefined) => service.terms?.find(({ filename }) => filename === name)?.version;
  const tickOf = (index: number) => `${index} ${terms[index]?.filename} ${versionOf(terms[index]?.filename)}`;
  const agreed: ReadonlySet<number> = new Set([...terms.keys()].filter((index) => ticked.has(tickOf(index))));

  const toggleTerm = (index: number) =>
    setTicked((before) => {
      const after = new Set(before);
      if (!after.delete(tickOf(index))) after.add(tickOf(index));
      return after;
    });

  /** The chosen soldier, unless it was deleted meanwhile. */
  const selectedSoldierId = (soldiers: readonly Soldier[]) =>
    soldiers.some((soldier) => soldier.id === soldierId) ? soldierId : undefined;

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

  return { terms, plan, agreed, versionOf, choosePlanName, chooseSoldier, toggleTerm, selectedSoldierId, applyState };
}

export type Application = ReturnType<typeof useApplication>;
