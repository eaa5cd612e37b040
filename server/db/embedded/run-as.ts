import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The account that PostgreSQL runs as; undefined for the account of this process. */
export type Account = { uid: number; gid: number } | undefined;

const ACCOUNT_NAME = 'postgres';

function findAccount(): Account {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name === ACCOUNT_NAME) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

/**
 * Chooses the account of PostgreSQL, which refuses to run as root: as root, an unprivileged
 * account, created when missing.
 * @throws Error when root has no such account and cannot create one
 */
export function postgresAccount(): Account {
  if (process.getuid?.() !== 0) return undefined;
  const existing = findAccount();
  if (existing) return existing;
  console.log(`PostgreSQL does not run as root: making the system account "${ACCOUNT_NAME}"`);
  execFileSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    ACCOUNT_NAME,
  ]);
  const made = findAccount();
  if (!made)
    throw new Error(`the account "${ACCOUNT_NAME}" could not be made; run as an ordinary user or set DATABASE_URL`);
  return made;
}

/** Returns whether the account can enter a folder and all its parents. */
export function canEnter(account: Account, folder: string): boolean {
  if (!account) return true;
  // A working folder that the account cannot enter would make the shell fail for the wrong reason.
  const result = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' });
  return result.status === 0;
}
