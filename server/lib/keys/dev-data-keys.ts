import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareDataDir } from '#server/config.ts';
import { newToken } from '#server/lib/tokens.ts';
import { newDataKey } from './key-ring.ts';

/** Where a shop that is not in production keeps the key that it makes for itself. */
const FILE = 'data-keys';

async function readKeys(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The keys under `dataDir`; the first start makes one. Of processes that start at once, one makes
 * the key: the file appears under its name only when it is complete, and only if there is none.
 */
export async function makeDevDataKeys(dataDir: string): Promise<string> {
  await prepareDataDir(dataDir);
  const path = join(dataDir, FILE);
  const known = await readKeys(path);
  if (known !== undefined) return known;
  const unfinished = `${path}.${newToken()}`;
  await writeFile(unfinished, `${newDataKey()}\n`, { mode: 0o600 });
  try {
    await link(unfinished, path);
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!isThere) throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
  const made = await readKeys(path);
  if (made === undefined) throw new Error(`${path} disappeared`);
  return made;
}
