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
 * Makes the files of content/terms version 1 of the texts that the database does not have. What it
 * has is the firm's and stays as it is, so a later change of a file does nothing. Instances that
 * start at once may all call it.
 */
export async function loadTermsFiles(db: Db): Promise<void> {
  const known = await db.selectFrom('terms_versions').select('filename').where('version', '=', 1).execute();
  const names = new Set(known.map(({ filename }) => filename));
  const missing = (await readdir(TERMS_DIR)).filter((name) => isTermsFilename(name) && !names.has(name)).sort();
  // Even an insert that adds nothing would have every instance load the catalogue anew.
  if (missing.length === 0) return;
  await db
    .insertInto('terms_versions')
    .values(await Promise.all(missing.map(readTerms)))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
