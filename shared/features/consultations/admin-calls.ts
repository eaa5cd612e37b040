import { call } from '#shared/contract/call.ts';
import type { IdParam, Success } from '#shared/contract/fields.ts';
import type {
  AdminConversation,
  AdminConversationDetail,
  AdminConversationsQuery,
  Assignee,
  CannedRepliesQuery,
  CannedReply,
  CannedReplyBody,
  UpdateCannedReplyBody,
  UpdateConversationBody,
} from './admin-schemas.ts';
import type {
  AdminMessagesQuery,
  AdminSendMessageBody,
  AdminTypingBody,
  BeginConversationBody,
  MarkReadBody,
  Message,
  ReadMark,
} from './schemas.ts';

export const list = call<{ query: AdminConversationsQuery; answer: AdminConversation[] }>(
  'GET',
  '/api/admin/consultations',
  { access: 'admin', needs: 'consultations' },
);

/** 200 where the message goes to a conversation that there is, or where the same `client_id` was sent before. */
export const begin = call<{ body: BeginConversationBody; answer: AdminConversation }>(
  'POST',
  '/api/admin/consultations',
  { access: 'admin', needs: 'consultations', status: [201, 200] },
);

export const read = call<{ params: IdParam; answer: AdminConversationDetail }>('GET', '/api/admin/consultations/:id', {
  access: 'admin',
  needs: 'consultations',
});

export const update = call<{ params: IdParam; body: UpdateConversationBody; answer: AdminConversation }>(
  'PUT',
  '/api/admin/consultations/:id',
  { access: 'admin', needs: 'consultations' },
);

/** Notes included, in the order of (`seq`, `note`). */
export const listMessages = call<{ params: IdParam; query: AdminMessagesQuery; answer: Message[] }>(
  'GET',
  '/api/admin/consultations/:id/messages',
  { access: 'admin', needs: 'consultations' },
);

/** 200 where the same `client_id` was sent before. */
export const sendMessage = call<{ params: IdParam; body: AdminSendMessageBody; answer: Message }>(
  'POST',
  '/api/admin/consultations/:id/messages',
  { access: 'admin', needs: 'consultations', status: [201, 200] },
);

/** Each administrator has a mark of their own. */
export const markRead = call<{ params: IdParam; body: MarkReadBody; answer: ReadMark }>(
  'PUT',
  '/api/admin/consultations/:id/read',
  { access: 'admin', needs: 'consultations', isAutomatic: true },
);

export const reportTyping = call<{ params: IdParam; body: AdminTypingBody; answer: Success }>(
  'POST',
  '/api/admin/consultations/:id/typing',
  { access: 'admin', needs: 'consultations', isAutomatic: true },
);

/** The administrators that a conversation can be assigned to, by name. */
export const listAssignees = call<{ answer: Assignee[] }>('GET', '/api/admin/consultations/assignees', {
  access: 'admin',
  needs: 'consultations',
});

export const listCannedReplies = call<{ query: CannedRepliesQuery; answer: CannedReply[] }>(
  'GET',
  '/api/admin/canned-replies',
  { access: 'admin', needs: 'consultations' },
);

export const createCannedReply = call<{ body: CannedReplyBody; answer: CannedReply }>(
  'POST',
  '/api/admin/canned-replies',
  { access: 'admin', needs: 'consultations', status: 201 },
);

export const updateCannedReply = call<{ params: IdParam; body: UpdateCannedReplyBody; answer: CannedReply }>(
  'PUT',
  '/api/admin/canned-replies/:id',
  { access: 'admin', needs: 'consultations' },
);

export const deleteCannedReply = call<{ params: IdParam; answer: Success }>('DELETE', '/api/admin/canned-replies/:id', {
  access: 'admin',
  needs: 'consultations',
});
