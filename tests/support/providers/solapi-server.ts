import { createHash, createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyReply } from 'fastify';
import { createFaultBox, cut, type FaultBox } from './message-faults.ts';

const MAX_SKEW_MS = 15 * 60_000;
const SMS_BYTES = 90;
const LMS_BYTES = 2000;

type SolapiMessage = { to: string; from: string; text: string; type: 'SMS' | 'LMS' };
type StoredMessage = SolapiMessage & { messageId: string; groupId: string; statusCode: string; reason: string };
type Group = { groupId: string; status: 'PENDING' | 'SENDING' | 'COMPLETE'; messages: StoredMessage[] };

type Settings = { apiKey: string; apiSecret: string; senders: readonly string[]; now: () => Date };

export type SolapiServer = FaultBox & {
  url: string;
  /** Messages that went out, with their present status. */
  sent: () => readonly StoredMessage[];
  /**
   * The number's phone answers with this status code when its message is delivered; 4000 unless
   * set.
   */
  answerOf: (to: string, statusCode: string) => void;
  /** Moves every message under way to its end. */
  deliverAll: () => void;
  setBalance: (won: number) => void;
  /** The report of a message, as the provider sends it. */
  reportOf: (to: string) => { body: string; headers: Record<string, string> };
  close: () => Promise<void>;
};

const PRICE_WON = 20;

function bytesOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (character <= '\u007f' ? 1 : 2), 0);
}

function refuse(reply: FastifyReply, status: number, errorCode: string) {
  return reply.code(status).send({ errorCode, errorMessage: `refused: ${errorCode}` });
}

/**
 * Solapi's REST API as documented: signed requests with a clock and without reuse, groups, texts
 * limited by bytes, registered senders, balance, and states that are read back. Sending a group
 * twice sends its messages twice, which the documents leave open.
 */
export async function startSolapiServer({ apiKey, apiSecret, senders, now }: Settings): Promise<SolapiServer> {
  const faults = createFaultBox();
  const app = Fastify();
  const groups = new Map<string, Group>();
  const outbox: StoredMessage[] = [];
  const answers = new Map<string, string>();
  const usedSignatures = new Set<string>();
  let balanceWon = 1_000_000;
  let made = 0;
  const nextId = (prefix: string) => {
    made += 1;
    return `${prefix}${String(made).padStart(6, '0')}`;
  };

  function authError(header: string): string | undefined {
    const parts = /^HMAC-SHA256 apiKey=([^,]+), date=([^,]+), salt=([^,]{12,64}), signature=([0-9a-f]{64})$/.exec(
      header,
    );
    if (!parts) return 'InvalidAPIKey';
    const [, key, date = '', salt = '', signature = ''] = parts;
    if (key !== apiKey) return 'InvalidAPIKey';
    if (Math.abs(now().getTime() - Date.parse(date)) > MAX_SKEW_MS) return 'RequestTimeTooSkewed';
    const expected = createHmac('sha256', apiSecret)
      .update(date + salt)
      .digest('hex');
    if (signature !== expected) return 'SignatureDoesNotMatch';
    if (usedSignatures.has(signature)) return 'DuplicatedSignature';
    usedSignatures.add(signature);
    return undefined;
  }

  app.addHook('preHandler', async (request, reply) => {
    const fault = faults.take(request.method, request.url);
    if (fault === 'hang') return reply.hijack();
    if (fault === 'busy') return refuse(reply, 503, 'InternalError');
    if (fault === 'limited') return refuse(reply, 429, 'TooManyRequests');
    if (fault === 'drop') reply.header('x-drop', '1');
    const error = authError(request.headers.authorization ?? '');
    if (error) return refuse(reply, 403, error);
    return undefined;
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    if (reply.getHeader('x-drop')) cut(reply);
    return payload;
  });

  const shown = (group: Group) => ({
    groupId: group.groupId,
    status: group.status,
    count: { total: group.messages.length },
  });

  app.post('/messages/v4/groups', async () => {
    const group: Group = { groupId: nextId('G4V'), status: 'PENDING', messages: [] };
    groups.set(group.groupId, group);
    return shown(group);
  });
  app.get<{ Params: { id: string } }>('/messages/v4/groups/:id', async (request, reply) => {
    const group = groups.get(request.params.id);
    return group ? shown(group) : refuse(reply, 404, 'ResourceNotFound');
  });
  app.put<{ Params: { id: string }; Body: { messages: SolapiMessage[] } }>(
    '/messages/v4/groups/:id/messages',
    async (request, reply) => {
      const group = groups.get(request.params.id);
      if (!group) return refuse(reply, 404, 'ResourceNotFound');
      // Refused messages come with status 200, and are not added.
      const refused: { to: string; statusCode: string }[] = [];
      for (const message of request.body.messages) {
        const limit = message.type === 'SMS' ? SMS_BYTES : LMS_BYTES;
        if (!senders.includes(message.from)) refused.push({ to: message.to, statusCode: '1062' });
        else if (!/^01\d{8,9}$/.test(message.to) || bytesOf(message.text) > limit) {
          refused.push({ to: message.to, statusCode: '1021' });
        } else {
          const ids = { messageId: nextId('M4V'), groupId: group.groupId };
          group.messages.push({ ...message, ...ids, statusCode: '2000', reason: '' });
        }
      }
      return { errorCount: refused.length, failedMessageList: refused };
    },
  );
  app.post<{ Params: { id: string } }>('/messages/v4/groups/:id/send', async (request, reply) => {
    const group = groups.get(request.params.id);
    if (!group) return refuse(reply, 404, 'ResourceNotFound');
    if (balanceWon < PRICE_WON * group.messages.length) return refuse(reply, 400, 'NotEnoughBalance');
    balanceWon -= PRICE_WON * group.messages.length;
    group.status = 'SENDING';
    for (const message of group.messages) {
      message.statusCode = '3000';
      outbox.push(message);
    }
    return shown(group);
  });
  app.get<{ Querystring: { groupId: string } }>('/messages/v4/list', async (request) => {
    const messages = groups.get(request.query.groupId)?.messages ?? [];
    return {
      messageList: Object.fromEntries(
        messages.map(({ messageId, statusCode, reason }) => [messageId, { statusCode, reason, dateReceived: null }]),
      ),
    };
  });

  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    ...faults,
    url: `http://127.0.0.1:${port}`,
    sent: () => outbox,
    answerOf: (to, statusCode) => answers.set(to, statusCode),
    deliverAll() {
      for (const message of outbox) {
        message.statusCode = answers.get(message.to) ?? '4000';
        message.reason = message.statusCode === '4000' ? '' : 'not delivered';
      }
    },
    setBalance(won) {
      balanceWon = won;
    },
    reportOf(to) {
      const message = outbox.findLast((one) => one.to === to);
      return {
        body: JSON.stringify([{ groupId: message?.groupId, statusCode: message?.statusCode, to }]),
        headers: {
          'content-type': 'application/json',
          'x-solapi-event-name': 'SINGLE-REPORT',
          'x-solapi-secret': createHash('sha1').update(apiSecret).digest('hex'),
        },
      };
    },
    async close() {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
