import { useNavigate } from '@tanstack/react-router';
import type { Order } from '#shared/features/orders/schemas.ts';
import { readAgreedTerms, rememberAgreedTerms, writePayAgain } from '#web/lib/storage/page-storage.ts';

/** Describes what was to be bought: enough to come back to the form or to the payment. */
export type PurchaseChoice = { serviceId: number; selectedPlan?: string; soldierId?: number };

export function choiceOf({ service_id, selected_plan, soldier_id }: Order): PurchaseChoice {
  return { serviceId: service_id, selectedPlan: selected_plan, ...(soldier_id !== null && { soldierId: soldier_id }) };
}

/** The choice as text, to be compared once the page has loaded again. */
export function choiceText({ serviceId, selectedPlan, soldierId }: PurchaseChoice): string {
  return [serviceId, soldierId, selectedPlan].join(' ');
}

/** Opens the purchase page, which opens the payment window at once with the same choice (spec §4). */
export function usePayAgain() {
  const navigate = useNavigate();
  return async (choice: PurchaseChoice, { replace, texts }: { replace: boolean; texts?: object }): Promise<void> => {
    writePayAgain(choiceText(choice), JSON.stringify(texts ?? {}));
    // Also from the same page: the purchase begins with what the server has now.
    await navigate({ to: '/purchase', search: choice, replace, reloadDocument: true });
  };
}

/** Pays for what an order was placed for, by a new order: the old one stays as it ended. */
export function usePayForAgain() {
  const payAgain = usePayAgain();
  return (order: Order): Promise<void> => {
    // The terms that this order was made under; the server refuses them once there is a newer text.
    if (!readAgreedTerms(order.service_id) && order.agreed_terms)
      rememberAgreedTerms(order.service_id, order.agreed_terms);
    const { case_description: description, deadline_on, contact_window: contactWindow } = order;
    return payAgain(choiceOf(order), {
      replace: false,
      texts: { description, deadline: deadline_on ?? '', contactWindow },
    });
  };
}
