import * as deadlineCalls from '#shared/features/casework/calls.ts';
import type { ApproveFilingBody } from '#shared/features/casework/gate-schemas.ts';
import * as paperCalls from '#shared/features/casework/paper-calls.ts';
import type { CreatePaperBody, UpdatePaperBody } from '#shared/features/casework/paper-schemas.ts';
import type { CreateDeadlineBody, UpdateDeadlineBody } from '#shared/features/casework/schemas.ts';
import * as orderCalls from '#shared/features/orders/admin-calls.ts';
import * as workCalls from '#shared/features/orders/work-calls.ts';
import { send } from '#web/lib/send.ts';

export const createPaper = (id: number, body: CreatePaperBody) => send(paperCalls.create, { params: { id }, body });

/** The person who brings the paper reads the reason. */
export const updatePaper = (id: number, paperId: number, body: UpdatePaperBody) =>
  send(paperCalls.update, { params: { id, paperId }, body });

export const cancelPaper = (id: number, paperId: number) => send(paperCalls.cancel, { params: { id, paperId } });

export const createDeadline = (id: number, body: CreateDeadlineBody) =>
  send(deadlineCalls.createDeadline, { params: { id }, body });

export const updateDeadline = (id: number, deadlineId: number, body: UpdateDeadlineBody) =>
  send(deadlineCalls.updateDeadline, { params: { id, deadlineId }, body });

export const deleteDeadline = (id: number, deadlineId: number) =>
  send(deadlineCalls.deleteDeadline, { params: { id, deadlineId } });

/** A case as it is stored now, for a form whose paper or deadline was changed elsewhere. */
export const readCaseOrder = (id: number) => send(orderCalls.get, { params: { id } });

export const approveFiling = (id: number, body: ApproveFilingBody) =>
  send(workCalls.approveFiling, { params: { id }, body });
