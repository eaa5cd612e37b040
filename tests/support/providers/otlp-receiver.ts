import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { decodeTraces, type ReceivedSpan } from '#tests/support/app/otlp-decode.ts';

/**
 * A collector on loopback: receives traces by OTLP (protobuf over HTTP), or fails as configured.
 */
export type OtlpReceiver = {
  url: string;
  /** Received spans in order of arrival. */
  spans: ReceivedSpan[];
  /** All received bytes. */
  bytes: () => Buffer;
  requests: { path: string; headers: IncomingHttpHeaders }[];
  /** `hang`: never answers; `refuse`: answers 400. */
  fault: 'hang' | 'refuse' | undefined;
  close: () => Promise<void>;
};

/** Starts a collector that decodes and keeps the spans that it receives. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const bodies: Buffer[] = [];
  const server = createServer((request, response) => void take(request, response));
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;

  const receiver: OtlpReceiver = {
    url: `http://127.0.0.1:${port}`,
    spans: [],
    bytes: () => Buffer.concat(bodies),
    requests: [],
    fault: undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    receiver.requests.push({ path: request.url ?? '', headers: request.headers });
    if (receiver.fault === 'hang') return;
    if (receiver.fault === 'refuse') return void response.writeHead(400).end();
    bodies.push(body);
    receiver.spans.push(...decodeTraces(body));
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  }

  return receiver;
}
