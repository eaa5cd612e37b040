import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';

import type { ValidCreateTermsBody } from '#shared/features/terms/admin-schemas.ts';
import { insertVersion } from './terms.queries.ts';
import { toStoredHtml } from './to-stored-html.ts';

/**
 * Adds a terms text under a new name. @throws AppError VALIDATION_FAILED when nothing is left of
 * the text; TERMS_TAKEN
 */
export async function createTerms(
  db: Db,
  admin: ActingAdmin,
  { filename, html, title, note }: ValidCreateTermsBody,
): Promise<void> {
  const first = { filename, version: 1, title, html: toStoredHtml(html), note };
  await transaction(db, async (trx) => {
    if (!(await insertVersion(trx, { ...first, created_by: admin.actor.id }))) {
      throw new AppError('TERMS_TAKEN', { details: [{ path: 'filename', message: '이미 있는 파일 이름입니다.' }] });
    }
    await recordAudit(trx, {
      ...admin,
      action: 'terms.create',
      subjectType: 'terms',
      subjectId: filename,
      after: first,
    });
  });
}
