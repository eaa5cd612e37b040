import type { FastifyPluginAsync } from 'fastify';
import { adminOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import { idParam, success } from '#shared/contract/fields.ts';
import * as workCalls from '#shared/features/orders/work-calls.ts';
import {
  addStepsBody,
  adminOrderStep,
  createStepBody,
  orderResult,
  reorderStepsBody,
  stepParams,
  updateStepBody,
} from '#shared/features/orders/work-schemas.ts';
import type { StepRow } from './state/step-row.ts';
import { applyTemplate, deleteStep, reorderSteps } from './steps/arrange-steps.ts';
import { addSteps, createStep, type StepDeps, updateStep } from './steps/save-step.ts';
import { presentAdminStep } from './steps/steps.present.ts';

/** Steps of a case (contract §5). */
export const stepsAdminRoutes: FastifyPluginAsync<StepDeps> = async (app, deps) => {
  const presentSteps = (steps: StepRow[]) => steps.map((step) => presentAdminStep(step, deps.dataKeys));

  route(
    app,
    workCalls.createStep,
    {
      summary: 'Add a step to an order',
      params: idParam,
      body: createStepBody,
      answer: adminOrderStep,
      errors: ['ORDER_NOT_FOUND', 'LETTER_MISSING'],
      example: { title: '자료 요청', due_on: '2026-12-01' },
    },
    async (request) =>
      presentAdminStep(await createStep(deps, adminOf(request), request.params.id, request.body), deps.dataKeys),
  );

  route(
    app,
    workCalls.addSteps,
    {
      summary: 'Add a step to several orders, with a result for each',
      body: addStepsBody,
      answer: orderResult.array(),
      example: { order_ids: [1, 2], title: '자료 요청', due_on: '2099-12-01' },
    },
    (request) => addSteps(deps, adminOf(request), request.body),
  );

  route(
    app,
    workCalls.reorderSteps,
    {
      summary: 'Put the steps of an order in a new order',
      params: idParam,
      body: reorderStepsBody,
      answer: adminOrderStep.array(),
      errors: ['ORDER_NOT_FOUND', 'VERSION_CONFLICT'],
    },
    async (request) => presentSteps(await reorderSteps(deps, adminOf(request), request.params.id, request.body)),
  );

  route(
    app,
    workCalls.applyTemplate,
    {
      summary: 'Add the steps of the template of its service to an order',
      params: idParam,
      answer: adminOrderStep.array(),
      errors: ['ORDER_NOT_FOUND'],
    },
    async (request) => presentSteps(await applyTemplate(deps, adminOf(request), request.params.id)),
  );

  route(
    app,
    workCalls.updateStep,
    {
      summary: 'Change a step of an order',
      params: stepParams,
      body: updateStepBody,
      answer: adminOrderStep,
      errors: ['ORDER_NOT_FOUND', 'STEP_NOT_FOUND', 'VERSION_CONFLICT', 'LETTER_MISSING'],
      example: { is_done: true },
    },
    async (request) =>
      presentAdminStep(await updateStep(deps, adminOf(request), request.params, request.body), deps.dataKeys),
  );

  route(
    app,
    workCalls.deleteStep,
    {
      summary: 'Delete a step of an order',
      params: stepParams,
      answer: success,
      errors: ['ORDER_NOT_FOUND', 'STEP_NOT_FOUND'],
    },
    async (request) => {
      await deleteStep(deps, adminOf(request), request.params);
      return { success: true as const };
    },
  );
};
