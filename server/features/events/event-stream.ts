import type { ServerResponse } from 'node:http';
import type { StaffPermission } from '#shared/features/events/stream-events.ts';

/**
 * A client that is this far behind is disconnected; it catches up by the calls of the conversation.
 */
const MAX_BUFFERED_BYTES = 64 * 1024;
/** How long a browser waits before it connects again after the end of a stream. */
const RETRY_MS = 3000;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // A proxy that compressed the stream would hold events back until it has a block of them.
  'cache-control': 'no-store, no-transform',
  // Without it nginx would buffer the events.
  'x-accel-buffering': 'no',
};

/**
 * One open response of `GET /api/events`. Holds as little memory as possible: there are thousands.
 */
export class EventStream {
  readonly userId: number;
  readonly tokenHash: Buffer;
  readonly endsAt: number;
  /** Decides which events of others come. */
  readonly permissions: readonly StaffPermission[];
  readonly #response: ServerResponse;
  #lastId = 0;

  constructor(
    response: ServerResponse,
    person: { userId: number; permissions: readonly StaffPermission[]; tokenHash: Buffer; endsAt: number },
  ) {
    this.#response = response;
    this.userId = person.userId;
    this.permissions = person.permissions;
    this.tokenHash = person.tokenHash;
    this.endsAt = person.endsAt;
  }

  /** Sends the headers at once, so that the browser knows that it is connected. */
  open(headers: Record<string, string>): void {
    this.#response.writeHead(200, { ...headers, ...HEADERS });
    this.#write(`retry: ${RETRY_MS}\n\n`);
  }

  send(name: string, data: string): void {
    this.#lastId += 1;
    this.#write(`id: ${this.#lastId}\nevent: ${name}\ndata: ${data}\n\n`);
  }

  /** Sends a comment, so that proxies and mobile networks do not close an idle connection. */
  beat(): void {
    this.#write(':\n\n');
  }

  /** Ends the response cleanly: the browser reconnects. */
  end(): void {
    this.#response.end();
  }

  #write(text: string): void {
    if (this.#response.writableEnded || this.#response.destroyed) return;
    if (this.#response.writableLength > MAX_BUFFERED_BYTES) this.#response.destroy();
    else this.#response.write(text);
  }
}
