import * as workCalls from '#shared/features/orders/work-calls.ts';
import type { AddStepsBody, AssignOrdersBody, MessageOrdersBody } from '#shared/features/orders/work-schemas.ts';
import { send } from '#web/lib/send.ts';

/** Each order on its own, with a result for each. */
export const assignOrders = (body: AssignOrdersBody) => send(workCalls.assignMany, { body });

export const addSteps = (body: AddStepsBody) => send(workCalls.addSteps, { body });

/** The same `client_id` again sends nothing twice. */
export const messageOrders = (body: MessageOrdersBody) => send(workCalls.messageMany, { body });

export const takeMessagesBack = (clientId: string) => send(workCalls.takeMessagesBack, { params: { clientId } });
