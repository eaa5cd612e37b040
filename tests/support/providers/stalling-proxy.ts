import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { ClientConfig } from 'pg';

/** A network between the shop and its database that can lose packets without an error. */
export type StallingProxy = {
  /** The database as it is reached through this network. */
  connection: ClientConfig;
  /** From now on open connections carry nothing, and neither side learns of it. New ones work. */
  stall: () => void;
  close: () => Promise<void>;
};

export async function startStallingProxy(database: ClientConfig): Promise<StallingProxy> {
  const open = new Set<Socket>();
  const path = `${database.host}/.s.PGSQL.${database.port}`;
  const server = createServer((near) => {
    const far = database.host?.startsWith('/') ? connect(path) : connect(database.port ?? 5432, database.host);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    connection: { ...database, host: '127.0.0.1', port },
    stall() {
      for (const socket of open) {
        socket.unpipe();
        socket.pause();
      }
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
