import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { ClientConfig } from 'pg';

/**
 * A network between the shop and its database that can lose packets without an error, or end
 * connections.
 */
export type StallingProxy = {
  /** The database as it is reached through this network. */
  connection: ClientConfig;
  /** From now on open connections carry nothing, and neither side learns of it. New ones work. */
  stall: () => void;
  /** Ends all open connections. */
  cut: () => void;
  /** From now on new connections are answered with this SQLSTATE; undefined: they work. */
  refuseWith: (sqlState: string | undefined) => void;
  /**
   * New connections lead to another server from now on, as after a change of its DNS name. Open
   * ones stay.
   */
  leadTo: (database: ClientConfig) => void;
  close: () => Promise<void>;
};

/** PostgreSQL's answer to a connection that it does not take. */
function refusal(sqlState: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${sqlState}\0Mrefused by the test\0\0`);
  const head = Buffer.from('E....');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

function connectTo({ host, port = 5432 }: ClientConfig): Socket {
  return host?.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
}

/** Starts a proxy before PostgreSQL that can stall, drop and redirect connections. */
export async function startStallingProxy(database: ClientConfig): Promise<StallingProxy> {
  const open = new Set<Socket>();
  let target = database;
  let refusedWith: string | undefined;
  const server = createServer((near) => {
    const answer = refusedWith && refusal(refusedWith);
    if (answer) {
      near.on('error', () => {});
      near.once('data', () => near.end(answer));
      return;
    }
    const far = connectTo(target);
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
    cut() {
      for (const socket of open) socket.destroy();
    },
    refuseWith(sqlState) {
      refusedWith = sqlState;
    },
    leadTo(next) {
      target = next;
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
