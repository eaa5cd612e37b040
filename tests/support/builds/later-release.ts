import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type LaterRelease = { url: string; close: () => Promise<void> };

/** Holds what a later release may add to an answer without breaking a page. */
const ADDED = { added_later: { by: 'a later release', values: [1] } };

/** Adds a field to every object of an answer. */
function withFields(body: string): string {
  return JSON.stringify(
    JSON.parse(body, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, ...ADDED } : value,
    ),
  );
}

async function answer(target: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method, url = '/', headers } = incoming;
  const plain = url.startsWith('/api/') ? { 'accept-encoding': 'identity', 'if-none-match': '' } : {};
  const passed = request(new URL(url, target), { method, headers: { ...headers, ...plain }, agent: false });
  incoming.pipe(passed);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    passed.on('response', resolve);
    passed.on('error', reject);
  });
  const isJson = url.startsWith('/api/') && String(response.headers['content-type']).startsWith('application/json');
  if (!isJson) {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
    outgoing.on('close', () => response.destroy());
    return;
  }
  const bytes = Buffer.from(withFields((await buffer(response)).toString()));
  const length = { 'content-length': String(bytes.length) };
  outgoing.writeHead(response.statusCode ?? 502, { ...response.headers, ...length }).end(bytes);
}

/**
 * The shop behind the address as a later release may answer: every object of the API has a further
 * field.
 */
export async function startLaterRelease(shopUrl: string): Promise<LaterRelease> {
  const server = createServer((incoming, outgoing) => {
    answer(shopUrl, incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
