import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A minimal load balancer in front of the instances. */
export type Balancer = {
  url: string;
  /** The instances, checked by `/readyz`. */
  use: (urls: readonly string[]) => void;
  close: () => Promise<void>;
};

/** Response when the instance broke the connection during a request, with an unknown outcome. */
export const LOST_STATUS = 502;
const LOOK_MS = 100;
const SAFE_METHODS = new Set(['GET', 'HEAD']);

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

/** Forwards one request and its response; returns false without a response. */
function pass(instance: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
  const { method, headers, url = '/' } = incoming;
  return new Promise((resolve) => {
    const passed = request(new URL(url, instance), { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? LOST_STATUS, answer.headers);
      answer.pipe(outgoing);
      // A stream that its reader has left would stay open at the instance.
      outgoing.on('close', () => answer.destroy());
      answer.on('end', () => resolve(true));
      answer.on('error', () => {
        outgoing.destroy();
        resolve(true);
      });
    });
    passed.on('error', () => resolve(false));
    incoming.pipe(passed);
  });
}

/** Sends a request to the ready instances in turn; retries only safe requests, on another one. */
export async function startBalancer(): Promise<Balancer> {
  let ready: readonly string[] = [];
  let instances: readonly string[] = [];
  let turn = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function look(): Promise<void> {
    const answers = await Promise.all(instances.map(async (url) => ((await isReady(url)) ? [url] : [])));
    ready = answers.flat();
    if (!isClosed) timer = setTimeout(() => void look(), LOOK_MS);
  }

  function refuse(outgoing: ServerResponse, status: number): void {
    outgoing.writeHead(status, { 'retry-after': '1' }).end();
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const tries = SAFE_METHODS.has(incoming.method ?? '') ? Math.max(1, ready.length) : 1;
    for (let made = 0; made < tries; made += 1) {
      turn += 1;
      const instance = ready[turn % Math.max(1, ready.length)];
      if (!instance) return refuse(outgoing, 503);
      if (await pass(instance, incoming, outgoing)) return;
    }
    refuse(outgoing, LOST_STATUS);
  }

  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  void look();
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    use(urls) {
      instances = urls;
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
