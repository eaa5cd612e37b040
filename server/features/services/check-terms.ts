import type { Trx } from '#server/db/transaction.ts';
import { findKnownTerms } from '#server/features/terms/terms.lookup.ts';
import { AppError } from '#server/lib/errors.ts';
import type { AdminServiceRequest } from '#shared/contract/admin-services.ts';

/** Refuses terms sections that nobody could read. @throws AppError VALIDATION_FAILED at each that names no text */
export async function checkTerms(trx: Trx, { description: { sections } }: AdminServiceRequest): Promise<void> {
  const named = sections.flatMap((section, index) =>
    section.type === 'tos' ? [{ filename: section.filename, index }] : [],
  );
  const known = await findKnownTerms(
    trx,
    named.map(({ filename }) => filename),
  );
  const details = named
    .filter(({ filename }) => !known.has(filename))
    .map(({ index }) => ({
      path: `description.sections.${index}.filename`,
      message: '없는 약관 파일입니다. 약관 관리에 있는 파일 이름을 입력해주세요.',
    }));
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', { details });
}
