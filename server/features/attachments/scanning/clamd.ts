import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { SECOND_MS } from '#server/lib/time.ts';
import type { Scanner } from '../storing/attachment-deps.ts';

/** Timeout of the daemon; the file is scanned again later. */
const PATIENCE_MS = 60 * SECOND_MS;

function open(url: URL): Socket {
  if (url.protocol === 'unix:') return connect(decodeURIComponent(url.pathname));
  return connect(Number(url.port), url.hostname.replaceAll(/[[\]]/g, ''));
}

function lengthOf(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}

/** Sends the file in the protocol's chunks: length and bytes, and a length of zero at the end. */
async function send(socket: Socket, bytes: AsyncIterable<Buffer>): Promise<void> {
  const closed = once(socket, 'close').then(() => {
    throw new Error('clamd closed the connection');
  });
  closed.catch(() => {});
  socket.write('zINSTREAM\0');
  for await (const chunk of bytes) {
    // A chunk without bytes would end the stream.
    if (chunk.length === 0) continue;
    socket.write(lengthOf(chunk));
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), closed]);
  }
  socket.write(Buffer.alloc(4));
}

function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('clamd did not answer')));
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer.replaceAll('\0', '').trim()));
  });
}

/**
 * A client of ClamAV's daemon. Its answers other than "OK" and "FOUND", such as for a stream that
 * is longer than it takes, are errors.
 */
export function createClamdScanner(clamdUrl: string): Scanner {
  return async (bytes) => {
    const socket = open(new URL(clamdUrl));
    const answered = answerOf(socket);
    try {
      // An early answer, as for a stream that is too long, ends the sending.
      const sent = send(socket, bytes);
      sent.catch(() => {});
      const answer = await answered;
      if (/^stream: .*\bFOUND$/.test(answer)) return 'infected';
      if (answer === 'stream: OK') return 'clean';
      throw new Error(`clamd answered "${answer.slice(0, 200)}"`);
    } finally {
      socket.destroy();
    }
  };
}
