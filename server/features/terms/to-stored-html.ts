import { fieldError } from '#server/lib/errors.ts';
import { isBlankHtml, sanitizeRichText } from '#server/lib/html-sanitizer.ts';

/** Sanitises a terms text. @throws AppError VALIDATION_FAILED when nothing is left of it */
export function toStoredHtml(html: string): string {
  const safe = sanitizeRichText(html);
  if (isBlankHtml(safe)) {
    throw fieldError('html', '약관 내용을 입력해주세요.');
  }
  return safe;
}
