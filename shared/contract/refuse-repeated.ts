import type { z } from 'zod';

/** Adds an issue at each element that has been there before. */
export function refuseRepeated<T>(keyOf: (element: T) => unknown, message: string, path: readonly PropertyKey[] = []) {
  return ({ value, issues }: z.core.ParsePayload<T[]>): void => {
    const seen = new Set<unknown>();
    for (const [index, element] of value.entries()) {
      const key = keyOf(element);
      if (seen.has(key)) issues.push({ code: 'custom', message, input: key, path: [index, ...path] });
      seen.add(key);
    }
  };
}
