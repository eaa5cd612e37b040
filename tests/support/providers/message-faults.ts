import type { FastifyReply } from 'fastify';

/**
 * Describes what goes wrong with the next requests to a message provider.
 * - drop: the request is carried out, and its answer lost
 * - hang: nothing is done, and no answer comes
 * - busy: 503; limited: 429
 */
export type MessageFault = 'drop' | 'hang' | 'busy' | 'limited';

type Planned = { how: MessageFault; path: RegExp; left: number };

export type FaultBox = {
  /** Makes the next `times` requests to matching paths fail. */
  fail: (how: MessageFault, options?: { path?: RegExp; times?: number }) => void;
  clear: () => void;
  /** The fault of this request, counted as used. */
  take: (method: string, path: string) => MessageFault | undefined;
};

export function createFaultBox(): FaultBox {
  let planned: Planned[] = [];
  return {
    fail(how, { path = /./, times = Number.POSITIVE_INFINITY } = {}) {
      planned.push({ how, path, left: times });
    },
    clear() {
      planned = [];
    },
    take(method, path) {
      const fault = planned.find((one) => one.left > 0 && one.path.test(`${method} ${path}`));
      if (!fault) return undefined;
      fault.left -= 1;
      return fault.how;
    },
  };
}

/** Cuts the connection without an answer. */
export function cut(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.socket?.destroy();
  return reply;
}
