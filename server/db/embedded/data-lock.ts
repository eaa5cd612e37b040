import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Thrown when another process uses the same folder. */
export class DataDirInUse extends Error {
  constructor(dataDir: string) {
    super(`${dataDir} is in use by another process of this program; nothing was touched`);
    this.name = 'DataDirInUse';
  }
}

/**
 * Removes the socket file of a dead process. Needed only where sockets are files: Linux frees an
 * abstract name by itself.
 */
function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function listen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(path, () => resolve(server));
    server.unref();
  });
}

/**
 * Locks the folder until this process ends. The lock is a listening socket named after the folder,
 * which the kernel frees even after `kill -9`; a pid file would outlive its process.
 * @throws DataDirInUse
 */
export async function lockDataDir(dataDir: string): Promise<{ release: () => void }> {
  const name = `shop-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 24)}`;
  const isAbstract = process.platform === 'linux';
  const path = isAbstract ? `\0${name}` : join(tmpdir(), `${name}.sock`);
  let server = await listen(path);
  if (!server && !isAbstract && !(await isAlive(path))) {
    rmSync(path, { force: true });
    server = await listen(path);
  }
  if (!server) throw new DataDirInUse(dataDir);
  const held = server;
  return { release: () => held.close() };
}
