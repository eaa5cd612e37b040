import { useQueryClient } from '@tanstack/react-query';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { AdminOrderStep, CreateStepBody, UpdateStepBody } from '#shared/features/orders/work-schemas.ts';
import { showAnswer } from '#web/admin-kit/show-answer.ts';
import { adminOrderQuery } from '../api.ts';
import { applyTemplate, createStep, deleteStep, reorderSteps, updateStep } from '../work-api.ts';

/**
 * The calls that change the steps of an order; the page shows their answers without another call.
 */
export function useOrderSteps(order: Pick<AdminOrder, 'id' | 'steps'>) {
  const queryClient = useQueryClient();
  const { queryKey } = adminOrderQuery(String(order.id));
  const change = (next: (steps: readonly AdminOrderStep[]) => AdminOrderStep[]) =>
    showAnswer<AdminOrder>(queryClient, queryKey, (known) => known && { ...known, steps: next(known.steps) });
  return {
    add: async (body: CreateStepBody) => {
      const step = await createStep(order.id, body);
      change((steps) => [...steps, step]);
    },
    addTemplate: async () => {
      const steps = await applyTemplate(order.id);
      change(() => steps);
    },
    update: async (stepId: number, body: UpdateStepBody) => {
      const changed = await updateStep(order.id, stepId, body);
      change((steps) => steps.map((step) => (step.id === stepId ? changed : step)));
      return changed;
    },
    /** A step as it is stored now; undefined once it is deleted. */
    read: async (stepId: number) => {
      const stored = await queryClient.fetchQuery({ ...adminOrderQuery(String(order.id)), staleTime: 0 });
      return stored.steps.find(({ id }) => id === stepId);
    },
    remove: async (stepId: number) => {
      await deleteStep(order.id, stepId);
      change((steps) => steps.filter(({ id }) => id !== stepId));
    },
    reorder: async (stepIds: number[]) => {
      const seen = order.steps.map(({ id }) => id);
      const steps = await reorderSteps(order.id, { step_ids: stepIds, seen });
      change(() => steps);
    },
    /** After a conflict: another administrator has changed the steps. */
    refetch: () => queryClient.invalidateQueries({ queryKey }),
  };
}
