import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CachedBody, cachedBody } from '#server/http/cached-body.ts';

const HTML_TYPE = 'text/html; charset=utf-8';
const CONTENT_DIR = join(import.meta.dirname, '../../../content');

/** The firm's terms: texts of `tos` sections by file name, and the table of the sign-up page. */
export type TermsTexts = { byFilename: ReadonlyMap<string, CachedBody>; signUpTable: CachedBody };

/** Reads the texts once; a name that is asked for later is only looked up, so none can leave the folder. */
export async function loadTermsTexts(): Promise<TermsTexts> {
  const folder = join(CONTENT_DIR, 'terms');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.html'));
  const entries = await Promise.all(
    names.map(async (name) => [name, cachedBody(await readFile(join(folder, name), 'utf8'), HTML_TYPE)] as const),
  );
  const table = await readFile(join(CONTENT_DIR, 'tos-table.html'), 'utf8');
  return { byFilename: new Map(entries), signUpTable: cachedBody(table, HTML_TYPE) };
}
