import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { matchesEtag } from './api/cached-body.ts';
import { chooseEncoding, type EncodedBytes, type Encoding } from './encodings.ts';
import { hasValidHost } from './guards/host-guard.ts';
import { type AnsweredRequest, isWorthALine, logRequest, newRequestId } from './request-log.ts';

/** A complete response: its bytes, and names and values of its headers in turn. */
export type FinishedAnswer = Pick<EncodedBytes, 'bytes' | 'etag'> & { status: number; headers: string[] };

/** Responses of a route that are kept in memory. */
export type MemorySource = {
  /** The pattern of the route, for log and metrics. */
  route: string;
  /**
   * Returns the response for a URL as it was sent; undefined for what the route itself has to find
   * or refuse.
   */
  find: (url: string, encoding: Encoding) => FinishedAnswer | undefined;
};

/** Puts the headers of an answer into the form in which Node sends them without copying. */
export function headerList(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat();
}

/**
 * Sends the answer, or 304 when the client has it, with the same headers, because browsers update
 * their cached ones.
 */
export function sendAnswer(asked: IncomingHttpHeaders, response: ServerResponse, answer: FinishedAnswer): void {
  const isKept = answer.status === 200 && matchesEtag(asked['if-none-match'], answer.etag);
  if (isKept) response.writeHead(304, answer.headers).end();
  else response.writeHead(answer.status, answer.headers).end(answer.bytes);
}

/** Whether no hook of the framework would treat the request differently from any other read. */
function isPlainRead(request: IncomingMessage): boolean {
  const { method, headers } = request;
  return (
    method === 'GET' &&
    headers.host !== undefined &&
    hasValidHost(request) &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers['accept-version'] === undefined
  );
}

type Options = {
  sources: readonly MemorySource[];
  /** False while requests are refused. */
  isOpen: () => boolean;
  log: FastifyBaseLogger;
  /** Counts an answered request. */
  observe: ((answered: AnsweredRequest) => void) | undefined;
};

/**
 * Answers plain reads from memory before the framework creates a request and runs its hooks, which
 * costs more than the response. Everything else, and the first request of each response, goes
 * through the routes, which respond the same.
 */
export function answerFromMemory(app: FastifyInstance, { sources, isOpen, log, observe }: Options): void {
  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (!isPlainRead(request) || !isOpen()) return false;
    const { url = '/', headers } = request;
    const encoding = chooseEncoding(headers['accept-encoding']);
    for (const { route, find } of sources) {
      const found = find(url, encoding);
      if (!found) continue;
      const startedAt = performance.now();
      response.on('finish', () => {
        const answered = { method: 'GET', route, status: response.statusCode, ms: performance.now() - startedAt };
        if (isWorthALine(answered)) logRequest(log.child({ reqId: newRequestId() }), answered);
        observe?.(answered);
      });
      sendAnswer(headers, response, found);
      return true;
    }
    return false;
  }
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    if (!answer(request, response)) app.routing(request, response);
  });
}
