import { queryOptions } from '@tanstack/react-query';
import * as workCalls from '#shared/features/orders/work-calls.ts';
import type {
  AssignOrderBody,
  CreateStepBody,
  MoveWorkBody,
  RecordContactBody,
  ReorderStepsBody,
  ServiceWorkBody,
  UpdateStepBody,
} from '#shared/features/orders/work-schemas.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { send } from '#web/lib/send.ts';

export const assignOrder = (id: number, body: AssignOrderBody) => send(workCalls.assign, { params: { id }, body });

/** The customer gets a notice of the first call. */
export const recordContact = (id: number, body: RecordContactBody) =>
  send(workCalls.recordContact, { params: { id }, body });

/** Takes a call back as if it had not been. */
export const removeContact = (id: number, callId: number) => send(workCalls.removeContact, { params: { id, callId } });

export const moveWork = (id: number, body: MoveWorkBody) => send(workCalls.move, { params: { id }, body });

export const createStep = (id: number, body: CreateStepBody) => send(workCalls.createStep, { params: { id }, body });

/** The customer gets a notice when a step is done. */
export const updateStep = (id: number, stepId: number, body: UpdateStepBody) =>
  send(workCalls.updateStep, { params: { id, stepId }, body });

export const deleteStep = (id: number, stepId: number) => send(workCalls.deleteStep, { params: { id, stepId } });

export const reorderSteps = (id: number, body: ReorderStepsBody) =>
  send(workCalls.reorderSteps, { params: { id }, body });

export const applyTemplate = (id: number) => send(workCalls.applyTemplate, { params: { id } });

/** Not cached: the form starts from the stored values. */
export const serviceWorkQuery = (serviceId: number) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'service-work', serviceId],
    queryFn: ({ signal }) => send(workCalls.getServiceWork, { params: { id: serviceId }, signal }),
    gcTime: 0,
    meta: { isPersonal: true },
  });

export const setServiceWork = (serviceId: number, body: ServiceWorkBody) =>
  send(workCalls.setServiceWork, { params: { id: serviceId }, body });
