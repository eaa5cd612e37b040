import type { FastifyPluginAsync } from 'fastify';
import { adminOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import { idParam, success } from '#shared/contract/fields.ts';
import * as calls from '#shared/features/casework/calls.ts';
import { createDeadlineBody, deadline, deadlineParams, updateDeadlineBody } from '#shared/features/casework/schemas.ts';
import { createDeadline, type DeadlineDeps, deleteDeadline, updateDeadline } from './save-deadline.ts';

/** Deadlines of a case (contract §8). */
export const deadlinesAdminRoutes: FastifyPluginAsync<DeadlineDeps> = async (app, deps) => {
  route(
    app,
    calls.createDeadline,
    {
      summary: 'Add a deadline of a case',
      params: idParam,
      body: createDeadlineBody,
      answer: deadline,
      errors: ['ORDER_NOT_FOUND', 'CONFLICT'],
      example: { kind: 'discipline_appeal', title: '징계 항고', starts_on: '2026-11-02' },
    },
    (request) => createDeadline(deps, adminOf(request), request.params.id, request.body),
  );

  route(
    app,
    calls.updateDeadline,
    {
      summary: 'Change or confirm a deadline of a case',
      params: deadlineParams,
      body: updateDeadlineBody,
      answer: deadline,
      errors: ['ORDER_NOT_FOUND', 'DEADLINE_NOT_FOUND', 'VERSION_CONFLICT'],
      example: { confirmed: true },
    },
    (request) => updateDeadline(deps, adminOf(request), request.params, request.body),
  );

  route(
    app,
    calls.deleteDeadline,
    {
      summary: 'Delete a deadline of a case',
      params: deadlineParams,
      answer: success,
      errors: ['ORDER_NOT_FOUND', 'DEADLINE_NOT_FOUND'],
    },
    async (request) => {
      await deleteDeadline(deps, adminOf(request), request.params);
      return { success: true as const };
    },
  );
};
