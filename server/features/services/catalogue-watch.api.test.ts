import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, inject, it } from 'vitest';
import { openDatabase } from '#server/db/connection.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createLogger } from '#server/lib/logger.ts';
import { createTestDatabase } from '#tests/support/app/database.ts';
import { createFactories } from '#tests/support/app/factories.ts';
import { createCatalogue } from './catalogue.ts';
import { watchCatalogue } from './catalogue-watch.ts';

const SOON = { timeout: 45_000 };

/** A proxy to PostgreSQL whose connections can stall silently, as after a power failure. */
async function startWire(socketPath: string) {
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(socketPath);
    sockets.push(near, far);
    for (const socket of [near, far]) socket.on('error', () => {});
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    /** Stalls the open connections; new ones work. */
    goDead() {
      for (const socket of sockets) socket.unpipe().resume();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

it('a silently dead connection is detected, and changes arrive over a new one', async () => {
  const postgres = inject('postgres');
  const { connection, drop } = await createTestDatabase(postgres);
  const database = openDatabase({ connection, poolSize: 2 });
  const catalogue = await createCatalogue(database.db, systemClock, createLogger('silent'));
  const wire = await startWire(`${postgres.host}/.s.PGSQL.${postgres.port}`);
  const wired = { ...connection, host: '127.0.0.1', port: wire.port };
  const watch = watchCatalogue(catalogue, wired, createLogger('silent'));
  try {
    const { buildService } = createFactories(database.db);
    const heard = await buildService();
    await expect.poll(() => catalogue.find(heard.id)?.title, SOON).toBe(heard.title);
    wire.goDead();
    const missed = await buildService();
    await expect.poll(() => catalogue.find(missed.id)?.title, SOON).toBe(missed.title);
  } finally {
    wire.close();
    await watch.close();
    await database.close();
    await drop();
  }
}, 100_000);
