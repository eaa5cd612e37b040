import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Scripts are in `static/js` (spec §7), the other files that the build names by their content in
 * `assets`.
 */
export const HASHED_FOLDERS = ['static', 'assets'];
/** Vite's hash of the content is the last part of the name. */
const HASHED_NAME = /^(static\/js|assets)\/[\w.-]{1,100}-[\w-]{8}\.[a-z0-9]{2,5}$/;
const COMPRESSED = /\.(br|gz)$/;

/** A build of the pages: the names of its files have hashes of their contents, so they identify it. */
export type Build = { id: string; names: string[] };

/** Returns whether a build can have a file of this name. */
export function isHashedName(name: string): boolean {
  return HASHED_NAME.test(name);
}

/** Lists the files of a build that have a hash in their names. */
export async function readBuild(clientDir: string): Promise<Build> {
  const folders = ['static/js', 'assets'];
  const lists = await Promise.all(
    folders.map(async (folder) => (await readdir(join(clientDir, folder))).map((name) => `${folder}/${name}`)),
  );
  const names = lists
    .flat()
    .filter((name) => !COMPRESSED.test(name) && isHashedName(name))
    .sort();
  const id = createHash('sha256').update(names.join('\n')).digest('base64url').slice(0, 22);
  return { id, names };
}
