import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Describes what goes wrong instead of an answer. `lost`: what was asked for is done, and the connection ends.
 * `truncated`: half of the body, then the connection ends. `changed`: one byte of the body is another.
 */
export type S3Fault = number | 'hang' | 'lost' | 'truncated' | 'changed' | 'page';

type Rule = { how: S3Fault; method?: string; times?: number };
type StoredObject = { bytes: Buffer; at: Date };

const PAGE_SIZE = 5;

function errorXml(code: string): string {
  return `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * A store in memory that speaks as much of S3's protocol as the shop uses, and fails as a test
 * says.
 */
export async function startS3Server() {
  const objects = new Map<string, StoredObject>();
  const held = new Set<ServerResponse>();
  let rules: Rule[] = [];
  let now = () => new Date();
  let ignoresPrefixes = false;

  function faultOf(method: string): S3Fault | undefined {
    const rule = rules.find((each) => each.method === undefined || each.method === method);
    if (!rule) return undefined;
    if (rule.times !== undefined) {
      rule.times -= 1;
      if (rule.times === 0) rules = rules.filter((each) => each !== rule);
    }
    return rule.how;
  }

  function listing(query: URLSearchParams): string {
    const prefix = ignoresPrefixes ? '' : (query.get('prefix') ?? '');
    const marker = query.get('marker') ?? '';
    const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > marker).toSorted();
    const entries = names.slice(0, PAGE_SIZE).map((name) => {
      const at = objects.get(name)?.at.toISOString();
      return `<Contents><Key>${name}</Key><LastModified>${at}</LastModified></Contents>`;
    });
    const isCut = names.length > PAGE_SIZE;
    return `<?xml version="1.0"?><ListBucketResult xmlns="x"><IsTruncated>${isCut}</IsTruncated>${entries.join('')}</ListBucketResult>`;
  }

  /** Does what is asked for, and returns the answer. */
  function act(method: string, url: URL, body: Buffer): { status: number; bytes: Buffer } {
    const key = decodeURIComponent(url.pathname).replace(/^\/bucket\/?/, '');
    if (method === 'PUT') objects.set(key, { bytes: body, at: now() });
    if (method === 'DELETE') objects.delete(key);
    if (method !== 'GET') return { status: method === 'PUT' ? 200 : 204, bytes: Buffer.alloc(0) };
    if (key === '') return { status: 200, bytes: Buffer.from(listing(url.searchParams)) };
    const found = objects.get(key);
    return found ? { status: 200, bytes: found.bytes } : { status: 404, bytes: Buffer.from(errorXml('NoSuchKey')) };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request;
    const how = faultOf(method);
    const body = await bodyOf(request);
    if (how === 'hang') {
      held.add(response);
      return;
    }
    if (typeof how === 'number') {
      response.writeHead(how).end(errorXml('Fault'));
      return;
    }
    if (how === 'page') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>please log in</html>');
      return;
    }
    const isSigned = headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') === true;
    const isWhole = headers['x-amz-content-sha256'] === createHash('sha256').update(body).digest('hex');
    if (!isSigned || !isWhole) {
      response.writeHead(403).end(errorXml('AccessDenied'));
      return;
    }
    const { status, bytes } = act(method, new URL(request.url ?? '/', 'http://store'), body);
    if (how === 'lost') {
      response.destroy();
      return;
    }
    const sent = Buffer.from(bytes);
    if (how === 'changed' && sent.length > 0) sent[sent.length >> 1] = (sent[sent.length >> 1] ?? 0) ^ 1;
    response.writeHead(status, status === 204 ? {} : { 'content-length': sent.length });
    if (how === 'truncated') {
      response.write(sent.subarray(0, sent.length >> 1), () => response.destroy());
      return;
    }
    response.end(sent);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    objects,
    env: {
      FILES_URL: `s3://bucket/files?endpoint=${endpoint}&path_style=1`,
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
    /** The clock that objects are dated by. */
    dateBy(clock: () => Date) {
      now = clock;
    },
    /** As gateways do that list the whole bucket. */
    ignorePrefixes(ignores: boolean) {
      ignoresPrefixes = ignores;
    },
    fail(rule: Rule) {
      rules.push({ ...rule });
    },
    clear() {
      rules = [];
      for (const response of held) response.destroy();
      held.clear();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
