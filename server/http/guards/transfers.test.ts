import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { endSlowDownload, endSlowUpload } from './transfers.ts';

const STALL_MS = 50;
const server = createServer();
afterEach(() => {
  server.removeAllListeners('request');
  server.close();
});

async function openTo(handler: (request: IncomingMessage, response: ServerResponse) => void) {
  server.on('request', handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  return socket;
}

const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n';

describe('endSlowUpload', () => {
  it('disconnects a client that stops to send, or sends single bytes', async () => {
    const socket = await openTo((request) => {
      endSlowUpload({ raw: request }, STALL_MS);
      request.resume();
    });
    // A byte on its way at the disconnection makes it a reset, which `once` would take for a failure.
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.write(HEAD);
    const dripping = setInterval(() => socket.write('x'), 5);
    await closed;
    clearInterval(dripping);
  });

  it('waits for a server that does not take what was sent', async () => {
    let request: IncomingMessage | undefined;
    const socket = await openTo((incoming) => {
      request = incoming;
      endSlowUpload({ raw: incoming }, STALL_MS);
      incoming.pause();
    });
    socket.write(HEAD);
    await once(server, 'request');
    let ticks = 0;
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        ticks += 1;
        if (ticks < 5) return;
        clearInterval(timer);
        resolve();
      }, STALL_MS);
    });
    expect(request?.socket.destroyed).toBe(false);
    socket.destroy();
  });
});

describe('endSlowDownload', () => {
  it('disconnects a client that does not read', async () => {
    const closed = Promise.withResolvers<void>();
    const socket = await openTo((_request, response) => {
      endSlowDownload({ raw: response }, STALL_MS);
      response.once('close', closed.resolve);
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        response.once('drain', write);
      };
      write();
    });
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await closed.promise;
    socket.destroy();
  });
});
