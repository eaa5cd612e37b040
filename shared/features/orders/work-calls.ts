import { call } from '#shared/contract/call.ts';
import type { IdParam, Success } from '#shared/contract/fields.ts';
import type { ApproveFilingBody } from '#shared/features/casework/gate-schemas.ts';
import type { AdminOrder } from './admin-schemas.ts';
import type {
  AddStepsBody,
  AdminOrderStep,
  AssignOrderBody,
  AssignOrdersBody,
  CallParams,
  CreateStepBody,
  MessageOrdersBody,
  MoveWorkBody,
  OrderResult,
  RecordContactBody,
  ReorderStepsBody,
  SentMessageParams,
  ServiceWork,
  ServiceWorkBody,
  StepParams,
  TakenBack,
  UpdateStepBody,
} from './work-schemas.ts';

export const assign = call<{ params: IdParam; body: AssignOrderBody; answer: AdminOrder }>(
  'PUT',
  '/api/admin/orders/:id/assignee',
  { access: 'admin', needs: 'orders' },
);

/** Each order on its own: one that cannot be assigned does not hold the others back. */
export const assignMany = call<{ body: AssignOrdersBody; answer: OrderResult[] }>(
  'POST',
  '/api/admin/orders/assignments',
  { access: 'admin', needs: 'orders' },
);

/** As `assignMany`: one step for each of the orders. */
export const addSteps = call<{ body: AddStepsBody; answer: OrderResult[] }>('POST', '/api/admin/orders/steps', {
  access: 'admin',
  needs: 'orders',
});

/** As `assignMany`: a message in the conversation of each order, a minute later. */
export const messageMany = call<{ body: MessageOrdersBody; answer: OrderResult[] }>(
  'POST',
  '/api/admin/orders/messages',
  { access: 'admin', needs: 'consultations' },
);

/** Takes an own message to several orders back, within its minute. */
export const takeMessagesBack = call<{ params: SentMessageParams; answer: TakenBack }>(
  'DELETE',
  '/api/admin/orders/messages/sent/:clientId',
  { access: 'admin', needs: 'consultations' },
);

/** A call to the buyer; only one that reached them counts for the promise (contract §9). */
export const recordContact = call<{ params: IdParam; body: RecordContactBody; answer: AdminOrder }>(
  'POST',
  '/api/admin/orders/:id/contacted',
  { access: 'admin', needs: 'orders' },
);

/** Takes a call back as if it had not been. */
export const removeContact = call<{ params: CallParams; answer: AdminOrder }>(
  'DELETE',
  '/api/admin/orders/:id/contacted/:callId',
  { access: 'admin', needs: 'orders' },
);

/** Starts, closes or reopens the work. The start decides what the refund policy gives back. */
export const move = call<{ params: IdParam; body: MoveWorkBody; answer: AdminOrder }>(
  'POST',
  '/api/admin/orders/:id/work',
  { access: 'admin', needs: 'orders' },
);

export const createStep = call<{ params: IdParam; body: CreateStepBody; answer: AdminOrderStep }>(
  'POST',
  '/api/admin/orders/:id/steps',
  { access: 'admin', needs: 'orders', status: 201 },
);

/** The customer gets one notice when a step is done. */
export const updateStep = call<{ params: StepParams; body: UpdateStepBody; answer: AdminOrderStep }>(
  'PUT',
  '/api/admin/orders/:id/steps/:stepId',
  { access: 'admin', needs: 'orders' },
);

/** Approves as the second administrator that a step or paper is filed before the client has signed the letter. */
export const approveFiling = call<{ params: IdParam; body: ApproveFilingBody; answer: AdminOrder }>(
  'POST',
  '/api/admin/orders/:id/gate/approve',
  { access: 'admin', needs: 'orders' },
);

export const deleteStep = call<{ params: StepParams; answer: Success }>(
  'DELETE',
  '/api/admin/orders/:id/steps/:stepId',
  { access: 'admin', needs: 'orders' },
);

export const reorderSteps = call<{ params: IdParam; body: ReorderStepsBody; answer: AdminOrderStep[] }>(
  'PUT',
  '/api/admin/orders/:id/steps/positions',
  { access: 'admin', needs: 'orders' },
);

/** Adds the steps of the service's template behind those that the order has. */
export const applyTemplate = call<{ params: IdParam; answer: AdminOrderStep[] }>(
  'POST',
  '/api/admin/orders/:id/steps/template',
  { access: 'admin', needs: 'orders', status: 201 },
);

export const getServiceWork = call<{ params: IdParam; answer: ServiceWork }>('GET', '/api/admin/services/:id/work', {
  access: 'admin',
  needs: 'catalogue',
});

export const setServiceWork = call<{ params: IdParam; body: ServiceWorkBody; answer: ServiceWork }>(
  'PUT',
  '/api/admin/services/:id/work',
  { access: 'admin', needs: 'catalogue' },
);
