import type { FastifyPluginAsync } from 'fastify';
import { readPlace, sendPage } from '#server/http/api/paging.ts';
import { route } from '#server/http/api/route.ts';
import { actorOf } from '#server/http/session.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import { idParam, success } from '#shared/contract/fields.ts';
import * as consultationCalls from '#shared/features/consultations/calls.ts';
import {
  conversation,
  conversationsQuery,
  desk,
  markReadBody,
  message,
  messagesQuery,
  openConversationBody,
  readMark,
  sendMessageBody,
  unreadCount,
} from '#shared/features/consultations/schemas.ts';
import { isDeskOpen, nextDeskChange } from '#shared/rules/business-days.ts';
import type { ConsultationDeps } from './consultation-deps.ts';
import { listOwn } from './inbox/inbox.queries.ts';
import { openConversation } from './sending/open-conversation.ts';
import { sendMessage } from './sending/send-message.ts';
import { presentConversation } from './thread/conversations.present.ts';
import { type Customer, countUnread, getConversation } from './thread/conversations.queries.ts';
import { markRead } from './thread/mark-read.ts';
import { presentMessage } from './thread/messages.present.ts';
import { listMessages } from './thread/messages.queries.ts';
import { recordRoomView } from './thread/record-room-view.ts';
import type { ReportTyping } from './thread/report-typing.ts';

type Options = { consultations: ConsultationDeps; reportTyping: ReportTyping };

/** Conversations as their customer sees them (contract §5). */
export const consultationsRoutes: FastifyPluginAsync<Options> = async (app, { consultations, reportTyping }) => {
  const { db, clock, deskHours } = consultations;
  const asCustomer = ({ id }: { id: number }): Customer => ({ id, isAdmin: false, now: clock.now() });

  route(
    app,
    consultationCalls.list,
    { summary: 'List the own conversations', query: conversationsQuery, answer: conversation.array() },
    async (request, reply) => {
      const { limit, cursor } = request.query;
      const reader = asCustomer(actorOf(request));
      const page = await listOwn(db, { reader, limit, after: readPlace(cursor, 2) });
      return sendPage(request, reply, {
        ...page,
        rows: page.rows.map((row) => presentConversation(consultations, row)),
      });
    },
  );

  route(
    app,
    consultationCalls.countUnread,
    { summary: 'Count the unread answers of all own conversations', answer: unreadCount },
    (request) => countUnread(db, asCustomer(actorOf(request))),
  );

  route(app, consultationCalls.readDesk, { summary: 'Read whether the firm answers now', answer: desk }, async () => {
    const now = clock.now();
    return { is_open: isDeskOpen(now, deskHours), changes_at: wireTime(nextDeskChange(now, deskHours)) };
  });

  route(
    app,
    consultationCalls.open,
    {
      summary: 'Open a conversation with its first message',
      body: openConversationBody,
      answer: conversation,
      errors: [
        'ORDER_NOT_FOUND',
        'SERVICE_NOT_FOUND',
        'CONVERSATION_NOT_FOUND',
        'CONVERSATION_OPEN',
        'CLIENT_ID_REUSED',
        'TOO_MANY_REQUESTS',
      ],
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const { subject, text, client_id, order_id, room, service_id, previous_id, attachment_ids } = request.body;
      const { id, isNew } = await openConversation(consultations, actor, {
        subject,
        text,
        clientId: client_id,
        orderId: order_id,
        room,
        serviceId: service_id,
        previousId: previous_id,
        attachmentIds: attachment_ids,
      });
      reply.code(isNew ? 201 : 200);
      return presentConversation(consultations, await getConversation(db, asCustomer(actor), id));
    },
  );

  route(
    app,
    consultationCalls.read,
    {
      summary: 'Read an own conversation',
      params: idParam,
      answer: conversation,
      errors: ['CONVERSATION_NOT_FOUND'],
    },
    async (request) => {
      const row = await getConversation(db, asCustomer(actorOf(request)), request.params.id);
      return presentConversation(consultations, row);
    },
  );

  route(
    app,
    consultationCalls.listMessages,
    {
      summary: 'List the messages of an own conversation',
      params: idParam,
      query: messagesQuery,
      answer: message.array(),
      errors: ['CONVERSATION_NOT_FOUND'],
    },
    async (request) => {
      const actor = actorOf(request);
      const { id } = request.params;
      const { after, before, limit } = request.query;
      const range =
        after === undefined
          ? { before: before === undefined ? undefined : { seq: before, note: 0 }, limit }
          : { after: { seq: after, note: 0 }, limit };
      const rows = await listMessages(db, asCustomer(actor), id, range);
      await recordRoomView(db, id, { id: actor.id, isAdmin: false }, consultations.clock.now());
      return rows.map((row) => presentMessage(consultations, row, actor.id));
    },
  );

  route(
    app,
    consultationCalls.sendMessage,
    {
      summary: 'Send a message',
      params: idParam,
      body: sendMessageBody,
      answer: message,
      errors: [
        'CONVERSATION_NOT_FOUND',
        'CONVERSATION_CLOSED',
        'CONVERSATION_OPEN',
        'CLIENT_ID_REUSED',
        'TOO_MANY_REQUESTS',
      ],
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const { client_id: clientId, text, attachment_ids: attachmentIds } = request.body;
      const content = { clientId, text, attachmentIds };
      const { entry, isNew } = await sendMessage(consultations, actor, request.params.id, content);
      reply.code(isNew ? 201 : 200);
      return presentMessage(consultations, entry, actor.id);
    },
  );

  route(
    app,
    consultationCalls.markRead,
    {
      summary: 'Mark an own conversation as read',
      params: idParam,
      body: markReadBody,
      answer: readMark,
      errors: ['CONVERSATION_NOT_FOUND'],
    },
    async (request) => {
      const reader = asCustomer(actorOf(request));
      return { unread: await markRead(consultations, reader, request.params.id, request.body.seq) };
    },
  );

  route(
    app,
    consultationCalls.reportTyping,
    {
      summary: 'Tell the other side that the customer types',
      params: idParam,
      answer: success,
      errors: ['CONVERSATION_NOT_FOUND'],
    },
    async (request) => {
      await reportTyping({ actor: actorOf(request), isAdmin: false }, request.params.id, false);
      return { success: true } as const;
    },
  );
};
