import { useHydrated, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type AddressChoice, APPLY_ID, type Choice, NO_CHOICE, startingChoice } from './choice.ts';
import { readStoredChoice, storeChoice } from './stored-choice.ts';

/**
 * The visitor's choice for a service, kept in session storage and in the address: it survives
 * login, forms, a refused payment and a reload. `address` is what the address says, `accountId` who
 * is logged in.
 */
export function useChoice(serviceId: number, address: AddressChoice, accountId: number | undefined) {
  const navigate = useNavigate();
  // The server renders the page once for all visitors, so the choice shows after hydration.
  const isHydrated = useHydrated();
  const [choice, setChoice] = useState<Choice>();
  // A plan of an earlier visit, which the visitor did not come here for.
  const [restoredPlan, setRestoredPlan] = useState<string>();
  if (isHydrated && !choice) {
    const stored = readStoredChoice(serviceId);
    setChoice(startingChoice(stored, address));
    if (address.plan === undefined) setRestoredPlan(stored?.plan);
  }
  // A logout, or another account than the tab had, deleted the choice from storage. A logout drops
  // what the address says as well.
  const [readFor, setReadFor] = useState(accountId);
  if (choice && readFor !== accountId) {
    setReadFor(accountId);
    setChoice(startingChoice(readStoredChoice(serviceId), accountId === undefined ? {} : address));
  }

  useEffect(() => {
    if (choice) storeChoice(serviceId, choice);
  }, [serviceId, choice]);

  const change = (next: Choice) => {
    setChoice(next);
    const search = { plan: next.plan, soldierId: next.soldierId ?? undefined };
    void navigate({
      to: '/services/$serviceId',
      params: { serviceId: String(serviceId) },
      search: (before) => ({ ...before, ...search }),
      hash: APPLY_ID,
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    });
  };
  return { choice: choice ?? NO_CHOICE, change, restoredPlan };
}
