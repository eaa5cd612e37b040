import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { createRecordLook } from '#server/features/audit/record-look.ts';
import { soughtBy } from '#server/features/audit/sought.ts';
import { adminOf } from '#server/http/acting-admin.ts';
import { readPlace, sendPage } from '#server/http/api/paging.ts';
import { route } from '#server/http/api/route.ts';
import type { AdminLimits } from '#server/http/guards/admin-limits.ts';
import { actorOf, rightsOf } from '#server/http/session.ts';
import { idParam, success } from '#shared/contract/fields.ts';
import * as adminCalls from '#shared/features/consultations/admin-calls.ts';
import {
  adminConversation,
  adminConversationDetail,
  adminConversationsQuery,
  consultationAssignee,
  updateConversationBody,
} from '#shared/features/consultations/admin-schemas.ts';
import {
  adminMessagesQuery,
  adminSendMessageBody,
  adminTypingBody,
  beginConversationBody,
  markReadBody,
  message,
  readMark,
} from '#shared/features/consultations/schemas.ts';
import type { ConsultationDeps } from './consultation-deps.ts';
import { listRooms } from './consultations.lookup.ts';
import { presentCustomerContext } from './inbox/customer-context.present.ts';
import { readCustomerContext } from './inbox/customer-context.queries.ts';
import { listInbox } from './inbox/inbox.queries.ts';
import { searchInbox } from './inbox/search-inbox.ts';
import { updateConversation } from './inbox/update-conversation.ts';
import { beginConversation } from './sending/begin-conversation.ts';
import { sendAdminMessage } from './sending/send-admin-message.ts';
import { listConsultants } from './thread/consultants.queries.ts';
import { presentAdminConversation } from './thread/conversations.present.ts';
import { getConversation } from './thread/conversations.queries.ts';
import { markRead } from './thread/mark-read.ts';
import { presentMessage } from './thread/messages.present.ts';
import { listEntries } from './thread/messages.queries.ts';
import { recordRoomView } from './thread/record-room-view.ts';
import type { ReportTyping } from './thread/report-typing.ts';

type Options = { consultations: ConsultationDeps; reportTyping: ReportTyping; limits: AdminLimits };

const asAdmin = ({ id }: { id: number }) => ({ id, isAdmin: true }) as const;

/** All conversations, for administrators (contract §5). */
export const consultationsAdminRoutes: FastifyPluginAsync<Options> = async (
  app,
  { consultations, reportTyping, limits },
) => {
  const { db } = consultations;
  const recordLook = createRecordLook(db);
  const lookOf = (request: FastifyRequest, conversationId: number) =>
    ({
      ...adminOf(request),
      action: 'consultation.view',
      subjectType: 'consultation',
      subjectId: conversationId,
    }) as const;

  route(
    app,
    adminCalls.list,
    {
      summary: 'List the conversations, the oldest waiting first',
      query: adminConversationsQuery,
      answer: adminConversation.array(),
      errors: ['SEARCH_TOO_WIDE', 'TOO_MANY_REQUESTS'],
    },
    async (request, reply) => {
      const { status, assignee: assigned, q, limit, cursor } = request.query;
      const reader = asAdmin(actorOf(request));
      await limits.search(request, q);
      const assigneeId = assigned === 'me' ? reader.id : assigned === 'none' ? null : assigned;
      const options = { reader, filters: { status, assigneeId }, limit };
      const page =
        q === undefined
          ? await listInbox(db, { ...options, after: readPlace(cursor, 3) })
          : await searchInbox(consultations, { ...options, q, after: readPlace(cursor, 5, [2, 4]) });
      const subject = { ...adminOf(request), subjectType: 'consultation' } as const;
      if (q === undefined) await recordLook({ ...subject, action: 'consultation.list' });
      else {
        const found = { ...(await soughtBy(consultations.dataKeys, q)), conversations: page.rows.map(({ id }) => id) };
        await recordAudit(db, { ...subject, action: 'consultation.search', after: found });
      }
      return sendPage(request, reply, {
        ...page,
        rows: page.rows.map((row) => presentAdminConversation(consultations, row)),
      });
    },
  );

  route(
    app,
    adminCalls.listAssignees,
    { summary: 'List who can be given a conversation', answer: consultationAssignee.array() },
    async () => {
      const people = await listConsultants(db);
      return people.map(({ id, fullname, user_id }) => ({ id, name: fullname || user_id }));
    },
  );

  route(
    app,
    adminCalls.begin,
    {
      summary: 'Write to a customer, in the open conversation or a new one',
      body: beginConversationBody,
      answer: adminConversation,
      errors: ['ORDER_NOT_FOUND', 'USER_NOT_FOUND', 'CONVERSATION_NOT_FOUND', 'CLIENT_ID_REUSED'],
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const { order_id, user_id, room, subject, text, client_id, attachment_ids } = request.body;
      const writer = { ...actor, session: adminOf(request).session };
      const { id, isNew } = await beginConversation(consultations, writer, {
        orderId: order_id,
        userId: user_id,
        room,
        subject: subject ?? undefined,
        text,
        clientId: client_id,
        attachmentIds: attachment_ids,
      });
      await recordLook(lookOf(request, id));
      reply.code(isNew ? 201 : 200);
      return presentAdminConversation(consultations, await getConversation(db, asAdmin(actor), id));
    },
  );

  route(
    app,
    adminCalls.read,
    {
      summary: 'Read a conversation with its customer',
      params: idParam,
      answer: adminConversationDetail,
      errors: ['CONVERSATION_NOT_FOUND'],
    },
    async (request) => {
      const row = await getConversation(db, asAdmin(actorOf(request)), request.params.id);
      await recordLook(lookOf(request, row.id));
      const context = await readCustomerContext(db, row);
      return {
        ...presentAdminConversation(consultations, row),
        rooms: row.order_id === null ? [] : await listRooms(db, row.order_id, consultations.clock.now()),
        ...presentCustomerContext(context, rightsOf(request).permissions),
      };
    },
  );

  route(
    app,
    adminCalls.update,
    {
      summary: 'Change status, hold or assignee of a conversation',
      params: idParam,
      body: updateConversationBody,
      answer: adminConversation,
      errors: ['CONVERSATION_NOT_FOUND', 'VERSION_CONFLICT', 'CONVERSATION_OPEN'],
    },
    async (request) => {
      const reader = asAdmin(actorOf(request));
      const { id } = request.params;
      const { status, hold_until, assignee_id, version } = request.body;
      const changes = { status, holdUntil: hold_until ?? undefined, assigneeId: assignee_id, version };
      await updateConversation(consultations, adminOf(request), reader, id, changes);
      return presentAdminConversation(consultations, await getConversation(db, reader, id));
    },
  );

  route(
    app,
    adminCalls.listMessages,
    {
      summary: 'List the messages and notes of a conversation',
      params: idParam,
      query: adminMessagesQuery,
      answer: message.array(),
      errors: ['CONVERSATION_NOT_FOUND'],
    },
    async (request) => {
      const actor = actorOf(request);
      const { id } = request.params;
      const { after, after_note = 0, before, before_note = 0, limit } = request.query;
      const range =
        after === undefined
          ? { before: before === undefined ? undefined : { seq: before, note: before_note }, limit }
          : { after: { seq: after, note: after_note }, limit };
      const rows = await listEntries(db, asAdmin(actor), id, range);
      await recordLook(lookOf(request, id));
      await recordRoomView(db, id, { id: actor.id, isAdmin: true }, consultations.clock.now());
      return rows.map((row) => presentMessage(consultations, row, actor.id));
    },
  );

  route(
    app,
    adminCalls.sendMessage,
    {
      summary: 'Answer a conversation, or write a private note',
      params: idParam,
      body: adminSendMessageBody,
      answer: message,
      errors: ['CONVERSATION_NOT_FOUND', 'CONVERSATION_OPEN', 'CLIENT_ID_REUSED'],
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const { client_id: clientId, kind, text, attachment_ids: attachmentIds } = request.body;
      const content = { clientId, kind, text, attachmentIds };
      const writer = { ...actor, session: adminOf(request).session };
      const { entry, isNew } = await sendAdminMessage(consultations, writer, request.params.id, content);
      reply.code(isNew ? 201 : 200);
      return presentMessage(consultations, entry, actor.id);
    },
  );

  route(
    app,
    adminCalls.markRead,
    {
      summary: 'Mark a conversation as read by the caller',
      params: idParam,
      body: markReadBody,
      answer: readMark,
      errors: ['CONVERSATION_NOT_FOUND'],
    },
    async (request) => {
      const reader = asAdmin(actorOf(request));
      return { unread: await markRead(consultations, reader, request.params.id, request.body.seq) };
    },
  );

  route(
    app,
    adminCalls.reportTyping,
    {
      summary: 'Tell the others that one types',
      params: idParam,
      body: adminTypingBody,
      answer: success,
      errors: ['CONVERSATION_NOT_FOUND'],
      // Most have nothing to say.
      preValidation: async (request) => {
        request.body ??= {};
      },
    },
    async (request) => {
      const isNote = request.body.kind === 'note';
      await reportTyping({ actor: actorOf(request), isAdmin: true }, request.params.id, isNote);
      return { success: true } as const;
    },
  );
};
