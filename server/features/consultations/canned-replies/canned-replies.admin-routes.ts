import type { FastifyPluginAsync } from 'fastify';
import { adminOf } from '#server/http/acting-admin.ts';
import { readCursor, sendPage } from '#server/http/api/paging.ts';
import { route } from '#server/http/api/route.ts';
import { idParam, success } from '#shared/contract/fields.ts';
import * as adminCalls from '#shared/features/consultations/admin-calls.ts';
import {
  cannedRepliesQuery,
  cannedReply,
  cannedReplyBody,
  updateCannedReplyBody,
} from '#shared/features/consultations/admin-schemas.ts';
import { presentCannedReply } from './canned-replies.present.ts';
import { listCannedReplies } from './canned-replies.queries.ts';
import { type CannedReplyDeps, createCannedReply } from './create-canned-reply.ts';
import { deleteCannedReply } from './delete-canned-reply.ts';
import { updateCannedReply } from './update-canned-reply.ts';

/** Texts that administrators send often. A person sends each of them. */
export const cannedRepliesAdminRoutes: FastifyPluginAsync<CannedReplyDeps> = async (app, { db, clock }) => {
  const deps = { db, clock };

  route(
    app,
    adminCalls.listCannedReplies,
    { summary: 'List the canned replies', query: cannedRepliesQuery, answer: cannedReply.array() },
    async (request, reply) => {
      const { limit, cursor } = request.query;
      const page = await listCannedReplies(db, { limit, after: readCursor(cursor) });
      return sendPage(request, reply, { ...page, rows: page.rows.map(presentCannedReply) });
    },
  );

  route(
    app,
    adminCalls.createCannedReply,
    { summary: 'Create a canned reply', body: cannedReplyBody, answer: cannedReply },
    async (request) => presentCannedReply(await createCannedReply(deps, adminOf(request), request.body)),
  );

  route(
    app,
    adminCalls.updateCannedReply,
    {
      summary: 'Change a canned reply',
      params: idParam,
      body: updateCannedReplyBody,
      answer: cannedReply,
      errors: ['CANNED_REPLY_NOT_FOUND', 'VERSION_CONFLICT'],
    },
    async (request) =>
      presentCannedReply(await updateCannedReply(deps, adminOf(request), request.params.id, request.body)),
  );

  route(
    app,
    adminCalls.deleteCannedReply,
    {
      summary: 'Delete a canned reply',
      params: idParam,
      answer: success,
      errors: ['CANNED_REPLY_NOT_FOUND'],
    },
    async (request) => {
      await deleteCannedReply(deps, adminOf(request), request.params.id);
      return { success: true } as const;
    },
  );
};
