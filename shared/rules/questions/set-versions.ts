import type { QuestionSet } from './question-set.ts';

/** The newest version of each set. */
export function newestSets(sets: readonly QuestionSet[]): readonly QuestionSet[] {
  return sets.filter((one) => !sets.some((other) => other.set === one.set && other.version > one.version));
}

export function findSet(sets: readonly QuestionSet[], name: string, version?: number): QuestionSet | undefined {
  const known = version === undefined ? newestSets(sets) : sets.filter((one) => one.version === version);
  return known.find((one) => one.set === name);
}

/** The sets that a paid order of the service has at once. */
export function setsOfService(sets: readonly QuestionSet[], serviceId: number): readonly QuestionSet[] {
  return newestSets(sets).filter(({ serviceIds }) => serviceIds.includes(serviceId));
}
