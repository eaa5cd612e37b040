import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyReply } from 'fastify';
import { createFaultBox, cut, type FaultBox } from './message-faults.ts';

type SendBody = {
  template_code: string;
  to: string;
  variables?: Record<string, string>;
  ref_id?: string;
  fallback?: boolean;
  sender_key?: string;
};
type Status = 'requested' | 'success' | 'failed';
type StoredMessage = SendBody & { receipt_id: string; status: Status; error_code: string | null; text: string };

type Settings = {
  clientKey: string;
  secretKey: string;
  senderKey: string;
  webhookSecret: string;
  /** Approved texts by template code. */
  templates: Readonly<Record<string, string>>;
};

type Report = { body: string; headers: Record<string, string> };

export type AlimtalkServer = FaultBox & {
  url: string;
  /** Messages that were taken; a repeat of a reference is none. */
  sent: () => readonly StoredMessage[];
  /** How often sending was called, repeats included. */
  calls: () => number;
  /**
   * Messages to this number end like this when delivered, as in 3104 for a number without
   * KakaoTalk.
   */
  answerOf: (to: string, errorCode: string) => void;
  deliverAll: () => void;
  /** Templates that the provider no longer accepts. */
  revoke: (templateCode: string) => void;
  /** A signed report of the newest message to a number. */
  reportOf: (to: string, at: Date, secret?: string) => Report;
  /** A signed report of a message. */
  report: (message: StoredMessage | undefined, at: Date, secret?: string) => Report;
  close: () => Promise<void>;
};

function refuse(reply: FastifyReply, status: number, error_code: number) {
  return reply.code(status).send({ error_code, message: `refused: ${error_code}` });
}

/**
 * The 알림톡 part of the provider's commerce API as its SDK documents it: Basic authentication,
 * approved templates with all their variables, `ref_id` as the idempotency key, states that lag
 * behind, signed reports.
 */
export async function startAlimtalkServer(settings: Settings): Promise<AlimtalkServer> {
  const faults = createFaultBox();
  const app = Fastify();
  const messages = new Map<string, StoredMessage>();
  const answers = new Map<string, string>();
  const revoked = new Set<string>();
  let calls = 0;

  app.addHook('preHandler', async (request, reply) => {
    const fault = faults.take(request.method, request.url);
    if (fault === 'hang') return reply.hijack();
    if (fault === 'busy') return reply.code(503).type('text/html').send('<h1>503</h1>');
    if (fault === 'limited') return refuse(reply, 429, 429);
    if (fault === 'drop') reply.header('x-drop', '1');
    const expected = `Basic ${Buffer.from(`${settings.clientKey}:${settings.secretKey}`).toString('base64')}`;
    if (request.headers.authorization !== expected) return refuse(reply, 401, 1001);
    return undefined;
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    if (reply.getHeader('x-drop')) cut(reply);
    return payload;
  });

  function report(message: StoredMessage | undefined, at: Date, secret = settings.webhookSecret): Report {
    const event = message?.status === 'failed' ? 302 : 301;
    const body = JSON.stringify({ event, data: message && receiptOf(message) });
    const timestamp = String(Math.floor(at.getTime() / 1000));
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    const signed = { 'x-bootpay-timestamp': timestamp, 'x-bootpay-signature': `sha256=${signature}` };
    return { body, headers: { 'content-type': 'application/json', ...signed } };
  }

  const receiptOf = ({ receipt_id, ref_id, to, status }: StoredMessage) => ({ receipt_id, ref_id, to, status });

  app.post<{ Body: SendBody }>('/v1/alimtalk/send', async (request, reply) => {
    calls += 1;
    const { body } = request;
    const known = messages.get(body.ref_id ?? '');
    if (known) return { success: true, data: receiptOf(known) };
    if (body.sender_key !== settings.senderKey) return refuse(reply, 400, 3011);
    const template = settings.templates[body.template_code];
    if (template === undefined || revoked.has(body.template_code)) return refuse(reply, 400, 3013);
    const names = [...template.matchAll(/#\{([^}]+)\}/g)].map(([, name = '']) => name);
    const { variables = {} } = body;
    if (names.some((name) => !variables[name])) return refuse(reply, 400, 3017);
    const text = template.replace(/#\{([^}]+)\}/g, (_whole, name: string) => variables[name] ?? '');
    const kept: StoredMessage = {
      ...body,
      receipt_id: `alimtalk-${messages.size + 1}`,
      status: 'requested',
      error_code: null,
      text,
    };
    messages.set(body.ref_id ?? kept.receipt_id, kept);
    return { success: true, data: receiptOf(kept) };
  });

  app.get<{ Querystring: { ref_id: string } }>('/v1/alimtalk/messages', async (request) => {
    const list = [...messages.values()].filter(({ ref_id }) => ref_id === request.query.ref_id);
    return { success: true, data: { list: list.map((one) => ({ ...receiptOf(one), error_code: one.error_code })) } };
  });

  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    ...faults,
    url: `http://127.0.0.1:${port}/v1`,
    sent: () => [...messages.values()],
    calls: () => calls,
    answerOf: (to, errorCode) => answers.set(to, errorCode),
    deliverAll() {
      for (const message of messages.values()) {
        if (message.status !== 'requested') continue;
        const errorCode = answers.get(message.to);
        message.status = errorCode ? 'failed' : 'success';
        message.error_code = errorCode ?? null;
      }
    },
    revoke: (templateCode) => revoked.add(templateCode),
    report,
    reportOf: (to, at, secret) =>
      report(
        [...messages.values()].findLast((one) => one.to === to),
        at,
        secret,
      ),
    async close() {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
