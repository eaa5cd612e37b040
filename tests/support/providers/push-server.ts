import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer };
type Answer = { status: number; headers?: Record<string, string> } | 'hang';

/** A browser with a subscription, as its push service made it. */
export type PushBrowser = {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** Pushes that arrived for it, decrypted with its own keys. */
  received: () => unknown[];
};

export type PushServer = {
  origin: string;
  createBrowser: () => PushBrowser;
  /** Every push that arrived, in order. */
  requests: Received[];
  /** The answer from now on: 201 unless given. */
  answer: (answer: Answer) => void;
  close: () => Promise<void>;
};

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}

/** Reads a body as RFC 8291 has it, as the browser does. */
function decrypt(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): unknown {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + idLength);
  const data = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), senderKey]);
  const secret = derive(browser.computeSecret(senderKey), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(data.subarray(-16));
  const padded = Buffer.concat([decipher.update(data.subarray(0, -16)), decipher.final()]);
  // The text ends with the delimiter of the last record.
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
}

/** The claims of a sender (VAPID, RFC 8292). @throws Error when the signature is not the key's */
export function readVapid({ headers }: Pick<Received, 'headers'>): { key: string; claims: Record<string, unknown> } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', payload = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${payload}`);
  const parameters = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', signed, parameters, Buffer.from(signature, 'base64url'))) throw new Error('a wrong signature');
  return { key, claims: JSON.parse(Buffer.from(payload, 'base64url').toString()) };
}

/** A push service on loopback, which plays refusals, limits and silence. */
export async function startPushServer(): Promise<PushServer> {
  const requests: Received[] = [];
  const hanging = new Set<ServerResponse>();
  let next: Answer = { status: 201 };
  const server = createServer(async (request, response) => {
    const answer = next;
    const body = await buffer(request);
    requests.push({ path: request.url ?? '', headers: request.headers, body });
    if (answer === 'hang') hanging.add(response);
    else response.writeHead(answer.status, answer.headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    requests,
    createBrowser() {
      const keys = createECDH('prime256v1');
      const p256dh = keys.generateKeys('base64url');
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(12).toString('base64url')}`;
      return {
        subscription: { endpoint: origin + path, keys: { p256dh, auth: auth.toString('base64url') } },
        received: () =>
          requests.filter((request) => request.path === path).map(({ body }) => decrypt(body, keys, auth)),
      };
    },
    answer(answer) {
      next = answer;
    },
    async close() {
      for (const response of hanging) response.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
