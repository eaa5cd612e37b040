import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { recordFirmsView, recordPersonsView } from '#server/features/participants/case-views.ts';
import { adminOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import { actorOf } from '#server/http/session.ts';
import { idParam } from '#shared/contract/fields.ts';
import * as calls from '#shared/features/letters/calls.ts';
import { letterFile } from '#shared/features/letters/schemas.ts';
import type { LetterDeps } from './letter-deps.ts';
import { readEvidenceFile, readPdf, requireReader } from './letter-files.ts';

const PDF = ['application/pdf'];

function sendFile(reply: FastifyReply, type: string, name: string, body: Buffer | string): FastifyReply {
  return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(body);
}

/** The files of a letter that all have signed (contract §8). */
export const letterFilesRoutes: FastifyPluginAsync<LetterDeps> = async (app, deps) => {
  const errors = ['ORDER_NOT_FOUND', 'LETTER_NOT_FOUND'] as const;
  const file = { params: idParam, answer: letterFile, errors };

  const recordView = async (request: FastifyRequest, orderId: number) => {
    const act = { action: 'order.view_letter', subjectType: 'order', subjectId: orderId } as const;
    await recordAudit(deps.db, { ...adminOf(request), ...act });
    await recordFirmsView(deps.db, { orderId, adminId: actorOf(request).id }, ['letter'], deps.clock.now());
  };

  route(
    app,
    calls.getPdf,
    { ...file, summary: 'Get the signed letter as a PDF', produces: PDF },
    async (request, reply) => {
      const { id } = request.params;
      const access = await requireReader(deps, actorOf(request).id, id);
      const pdf = await readPdf(deps, id);
      await recordPersonsView(deps.db, access, ['letter'], deps.clock.now());
      return sendFile(reply, 'application/pdf', `letter-${id}.pdf`, pdf);
    },
  );

  route(
    app,
    calls.getEvidence,
    { ...file, summary: 'Get the evidence of a signed letter', produces: ['application/json'] },
    async (request, reply) => {
      const { id } = request.params;
      const access = await requireReader(deps, actorOf(request).id, id);
      const evidence = await readEvidenceFile(deps, id);
      await recordPersonsView(deps.db, access, ['letter'], deps.clock.now());
      return sendFile(reply, 'application/json; charset=utf-8', `letter-${id}.json`, evidence);
    },
  );

  route(
    app,
    calls.getPdfForAdmin,
    { params: idParam, answer: letterFile, errors, summary: 'Get the signed letter of any case', produces: PDF },
    async (request, reply) => {
      const { id } = request.params;
      const pdf = await readPdf(deps, id);
      await recordView(request, id);
      return sendFile(reply, 'application/pdf', `letter-${id}.pdf`, pdf);
    },
  );

  route(
    app,
    calls.getEvidenceForAdmin,
    {
      params: idParam,
      answer: letterFile,
      errors,
      summary: 'Get the evidence of the signed letter of any case',
      produces: ['application/json'],
    },
    async (request, reply) => {
      const { id } = request.params;
      const evidence = await readEvidenceFile(deps, id);
      await recordView(request, id);
      return sendFile(reply, 'application/json; charset=utf-8', `letter-${id}.json`, evidence);
    },
  );
};
