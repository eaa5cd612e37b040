import type { FastifyPluginAsync } from 'fastify';
import { adminOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import { actorOf } from '#server/http/session.ts';
import { idParam } from '#shared/contract/fields.ts';
import * as calls from '#shared/features/casework/paper-calls.ts';
import {
  addPaperFilesBody,
  createPaperBody,
  paper,
  paperParams,
  updatePaperBody,
} from '#shared/features/casework/paper-schemas.ts';
import { addPaperFiles, createPaper, type PaperDeps, updatePaper } from './save-paper.ts';

/** Papers of a case (contract §8). */
export const papersRoutes: FastifyPluginAsync<PaperDeps> = async (app, deps) => {
  route(
    app,
    calls.addFiles,
    {
      summary: 'Give uploaded files to a paper that is asked for',
      params: paperParams,
      body: addPaperFilesBody,
      answer: paper,
      errors: ['ORDER_NOT_FOUND', 'PAPER_NOT_FOUND', 'CONFLICT'],
      example: { attachment_ids: [3] },
    },
    (request) => {
      const { id, role } = actorOf(request);
      const uploader = { id, isAdmin: role === 'admin' };
      return addPaperFiles(deps, uploader, request.params, request.body.attachment_ids);
    },
  );

  route(
    app,
    calls.create,
    {
      summary: 'Ask for a paper of a case',
      params: idParam,
      body: createPaperBody,
      answer: paper,
      errors: ['ORDER_NOT_FOUND', 'CONFLICT'],
      example: { title: '징계처분서', why: '항고서에 붙입니다.', asked_of: 'client', due_on: '2026-12-01' },
    },
    (request) => createPaper(deps, adminOf(request), request.params.id, request.body),
  );

  route(
    app,
    calls.update,
    {
      summary: 'Change, accept or return a paper of a case',
      params: paperParams,
      body: updatePaperBody,
      answer: paper,
      errors: ['ORDER_NOT_FOUND', 'PAPER_NOT_FOUND', 'CONFLICT', 'LETTER_MISSING', 'VERSION_CONFLICT'],
      example: { state: 'returned', reason: '글자가 보이지 않습니다. 다시 찍어주세요.' },
    },
    (request) => updatePaper(deps, adminOf(request), request.params, request.body),
  );

  route(
    app,
    calls.cancel,
    {
      summary: 'Cancel the request of a paper',
      params: paperParams,
      answer: paper,
      errors: ['ORDER_NOT_FOUND', 'PAPER_NOT_FOUND'],
    },
    (request) => updatePaper(deps, adminOf(request), request.params, { state: 'cancelled' }),
  );
};
