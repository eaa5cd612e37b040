import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import type { AnnounceDeps } from '#server/features/participants/case-events.ts';
import { adminOf, viewerOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { idParam } from '#shared/contract/fields.ts';
import { approveFilingBody } from '#shared/features/casework/gate-schemas.ts';
import { adminOrder } from '#shared/features/orders/admin-schemas.ts';
import * as workCalls from '#shared/features/orders/work-calls.ts';
import {
  assignOrderBody,
  assignOrdersBody,
  callParams,
  messageOrdersBody,
  moveWorkBody,
  orderResult,
  recordContactBody,
  sentMessageParams,
  serviceWork,
  serviceWorkBody,
  takenBack,
} from '#shared/features/orders/work-schemas.ts';
import { type AdminOrderReading, getAdminOrderAnswer } from './orders.lookup.ts';
import { approveFiling } from './steps/approve-filing.ts';
import { assignOrder, assignOrders } from './work/assign-order.ts';
import { messageOrders, takeMessagesBack } from './work/message-orders.ts';
import { moveWork } from './work/move-work.ts';
import { recordContact } from './work/record-contact.ts';
import { removeContact } from './work/remove-contact.ts';
import { getServiceWork, setServiceWork } from './work/service-work.ts';

type WorkDeps = AnnounceDeps & { db: Db; dataKeys: DataKeys } & AdminOrderReading;

/**
 * The firm's own work on an order: who takes it, the promised call, start and end (contract §3).
 */
export const workAdminRoutes: FastifyPluginAsync<WorkDeps> = async (app, deps) => {
  const { db } = deps;

  route(
    app,
    workCalls.assign,
    {
      summary: 'Set or remove the administrator who takes an order',
      params: idParam,
      body: assignOrderBody,
      answer: adminOrder,
      errors: ['ORDER_NOT_FOUND', 'VERSION_CONFLICT'],
    },
    async (request) => {
      await assignOrder(deps, adminOf(request), request.params.id, request.body);
      return getAdminOrderAnswer(deps, request.params.id, viewerOf(request));
    },
  );

  route(
    app,
    workCalls.assignMany,
    {
      summary: 'Assign several orders, with a result for each',
      body: assignOrdersBody,
      answer: orderResult.array(),
      example: { order_ids: [1, 2], user_id: null },
    },
    (request) => assignOrders(deps, adminOf(request), request.body),
  );

  route(
    app,
    workCalls.messageMany,
    {
      summary: 'Write to the customers of several orders, with a result for each',
      body: messageOrdersBody,
      answer: orderResult.array(),
      errors: ['TOO_MANY_REQUESTS'],
      example: {
        order_ids: [1, 2],
        text: '담당자가 다음 주에 휴가입니다.',
        client_id: '0b6b4f6a-8e5a-4d4f-9a53-7a1a4f1f2a10',
      },
    },
    (request) => messageOrders(deps, adminOf(request), request.body),
  );

  route(
    app,
    workCalls.takeMessagesBack,
    {
      summary: 'Take a message to several orders back within its minute',
      params: sentMessageParams,
      answer: takenBack,
    },
    (request) => takeMessagesBack(deps, adminOf(request), request.params.clientId),
  );

  route(
    app,
    workCalls.approveFiling,
    {
      summary: 'Approve as the second administrator what is filed without a letter',
      params: idParam,
      body: approveFilingBody,
      answer: adminOrder,
      errors: ['ORDER_NOT_FOUND', 'STEP_NOT_FOUND', 'PAPER_NOT_FOUND', 'OVERRIDE_NOT_FOUND', 'OWN_PROPOSAL'],
      example: { step_id: 3 },
    },
    async (request) => {
      await approveFiling(deps, adminOf(request), request.params.id, request.body);
      return getAdminOrderAnswer(deps, request.params.id, viewerOf(request));
    },
  );

  route(
    app,
    workCalls.recordContact,
    {
      summary: 'Record a call to the buyer with its outcome',
      params: idParam,
      body: recordContactBody,
      answer: adminOrder,
      errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_PAID'],
      example: { outcome: 'call_again', again_at: '2099-12-01T06:00:00Z', note: '15시에 다시 전화' },
    },
    async (request) => {
      await recordContact(deps, adminOf(request), request.params.id, request.body);
      return getAdminOrderAnswer(deps, request.params.id, viewerOf(request));
    },
  );

  route(
    app,
    workCalls.removeContact,
    {
      summary: 'Remove a call to the buyer',
      params: callParams,
      answer: adminOrder,
      errors: ['ORDER_NOT_FOUND', 'CALL_NOT_FOUND'],
    },
    async (request) => {
      await removeContact(deps, adminOf(request), request.params);
      return getAdminOrderAnswer(deps, request.params.id, viewerOf(request));
    },
  );

  route(
    app,
    workCalls.move,
    {
      summary: 'Start, close or reopen the work on an order',
      params: idParam,
      body: moveWorkBody,
      answer: adminOrder,
      errors: ['ORDER_NOT_FOUND', 'REFUND_REQUEST_OPEN'],
      example: { state: 'in_progress' },
    },
    async (request) => {
      await moveWork(deps, adminOf(request), request.params.id, request.body);
      return getAdminOrderAnswer(deps, request.params.id, viewerOf(request));
    },
  );

  route(
    app,
    workCalls.getServiceWork,
    {
      summary: 'Get who takes the orders of a service, and the template of their steps',
      params: idParam,
      answer: serviceWork,
      errors: ['SERVICE_NOT_FOUND'],
    },
    (request) => getServiceWork(db, request.params.id),
  );

  route(
    app,
    workCalls.setServiceWork,
    {
      summary: 'Set who takes the orders of a service, and the template of their steps',
      params: idParam,
      body: serviceWorkBody,
      answer: serviceWork,
      errors: ['SERVICE_NOT_FOUND', 'VERSION_CONFLICT'],
      example: { assignee_id: null, steps: ['자료 요청', '의견서 초안'] },
    },
    (request) => setServiceWork(deps, adminOf(request), request.params.id, request.body),
  );
};
