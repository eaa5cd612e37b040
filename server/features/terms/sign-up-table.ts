import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CachedBody, cachedBody } from '#server/http/api/cached-body.ts';

const TABLE_FILE = join(import.meta.dirname, '../../../content/tos-table.html');

/** The terms table of the sign-up page. */
export async function loadSignUpTable(): Promise<CachedBody> {
  return cachedBody(await readFile(TABLE_FILE, 'utf8'), 'text/html; charset=utf-8');
}
