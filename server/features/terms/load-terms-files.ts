import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#server/db/transaction.ts';
import { sanitizeRichText } from '#server/lib/html-sanitizer.ts';
import { isTermsFilename } from '#shared/rules/terms-file.ts';

const TERMS_DIR = join(import.meta.dirname, '../../../content/terms');

async function readTerms(filename: string) {
  const html = sanitizeRichText(await readFile(join(TERMS_DIR, filename), 'utf8'));
  const title = /^\s*<p><strong>([^<]+)<\/strong>/.exec(html)?.[1] ?? filename;
  return { filename, version: 1, title, html };
}

/**
 * Stores the files of content/terms as version 1 of texts that the database does not have. Existing
 * texts belong to the firm and are kept, so a later change of a file has no effect. Safe to call
 * from instances that start concurrently.
 */
export async function loadTermsFiles(db: Db): Promise<void> {
  const known = await db.selectFrom('terms_versions').select('filename').where('version', '=', 1).execute();
  const names = new Set(known.map(({ filename }) => filename));
  const missing = (await readdir(TERMS_DIR)).filter((name) => isTermsFilename(name) && !names.has(name)).sort();
  // Even an insert without rows would make every instance reload the catalogue.
  if (missing.length === 0) return;
  await db
    .insertInto('terms_versions')
    .values(await Promise.all(missing.map(readTerms)))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
