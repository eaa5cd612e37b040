import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';

import type { ValidUpdateTermsBody } from '#shared/features/terms/admin-schemas.ts';
import { presentVersion } from './terms.present.ts';
import { findNewestVersion, insertVersion } from './terms.queries.ts';
import { toStoredHtml } from './to-stored-html.ts';

/**
 * Adds the next version of a terms text. Orders keep their version.
 * @throws AppError VALIDATION_FAILED; NOT_FOUND; VERSION_CONFLICT with the newest version as
 *   `current`
 */
export async function updateTerms(
  db: Db,
  admin: ActingAdmin,
  filename: string,
  { base_version, html, title, note }: ValidUpdateTermsBody,
): Promise<void> {
  const safeHtml = toStoredHtml(html);
  await transaction(db, async (trx) => {
    const newest = await findNewestVersion(trx, filename);
    if (!newest) throw new AppError('NOT_FOUND');
    const next = { filename, version: base_version + 1, title: title ?? newest.title, html: safeHtml, note };
    const isAdded =
      newest.version === base_version && (await insertVersion(trx, { ...next, created_by: admin.actor.id }));
    if (!isAdded) {
      // Read again: a concurrent change may have been committed since.
      const current = (await findNewestVersion(trx, filename)) ?? newest;
      throw new AppError('VERSION_CONFLICT', { extra: { current: presentVersion(current) } });
    }
    const { version, title: oldTitle, html: oldHtml } = newest;
    await recordAudit(trx, {
      ...admin,
      action: 'terms.update',
      subjectType: 'terms',
      subjectId: filename,
      before: { filename, version, title: oldTitle, html: oldHtml },
      after: next,
    });
  });
}
