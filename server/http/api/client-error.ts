import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorBody, type ErrorCode } from '#shared/contract/errors.ts';

const HEADERS_TOO_LARGE = 'HPE_HEADER_OVERFLOW';

/**
 * Answers input that could not be parsed as a request (not HTTP, too long or too slow) with the
 * common error body (contract §1), and closes the connection.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const code: ErrorCode = error.code === HEADERS_TOO_LARGE ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST';
    const { status, message } = ERRORS[code];
    const body = JSON.stringify({ error: message, code } satisfies ErrorBody);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
      'Connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}

/** Answers a request with an unknown `Expect` header; Node would send 417 without a body. */
export function answerUnknownExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify({ error: ERRORS.BAD_REQUEST.message, code: 'BAD_REQUEST' } satisfies ErrorBody);
  response.writeHead(417, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  });
  response.end(body);
}
