import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FinishedBody, finishedBody } from '#server/http/api/finished-body.ts';

const TABLE_FILE = join(import.meta.dirname, '../../../content/tos-table.html');

/** The terms table of the sign-up page. */
export async function loadSignUpTable(): Promise<FinishedBody> {
  return finishedBody(await readFile(TABLE_FILE, 'utf8'), 'text/html; charset=utf-8');
}
