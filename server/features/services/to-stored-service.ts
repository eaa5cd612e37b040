import { AppError } from '#server/lib/errors.ts';
import { isBlankHtml, sanitizeRichText } from '#server/lib/html-sanitizer.ts';
import type { ErrorDetail } from '#shared/contract/errors.ts';
import type { ValidAdminServiceBody } from '#shared/features/services/admin-schemas.ts';
import type { ServiceSection } from '#shared/features/services/sections/schemas.ts';
import { mapSectionHtml } from '#shared/features/services/sections/section-html.ts';

/** @throws AppError VALIDATION_FAILED when nothing is left of a text */
function sanitizeSections(sections: readonly ServiceSection[]): ServiceSection[] {
  const details: ErrorDetail[] = [];
  const safe = sections.map((section, index) =>
    mapSectionHtml(section, (html, field) => {
      const kept = sanitizeRichText(html);
      const message = section.type === 'faq' ? '답변을 입력해주세요.' : '내용을 입력해주세요.';
      if (isBlankHtml(kept)) details.push({ path: `description.sections.${index}.${field}`, message });
      return kept;
    }),
  );
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', { details });
  return safe;
}

/**
 * Builds the columns of a service from an admin's body, with sanitised HTML (contract §3).
 * @throws AppError VALIDATION_FAILED when nothing is left of a text
 */
export function toStoredService({
  price: { original_price, plans },
  description: { title, sections },
  requiresAuth,
  requiresSoldier,
  ...service
}: ValidAdminServiceBody) {
  return {
    title: service.title,
    tagline: service.tagline,
    category: service.category,
    position: service.position,
    card_description: sanitizeRichText(service.card_description),
    price: JSON.stringify({ ...(original_price != null && { original_price }), ...(plans != null && { plans }) }),
    description: JSON.stringify({ ...(title && { title }), sections: sanitizeSections(sections) }),
    requires_auth: requiresAuth,
    requires_soldier: requiresSoldier,
    ...(service.keywords !== undefined && { keywords: service.keywords }),
    ...(service.is_hidden !== undefined && { is_hidden: service.is_hidden }),
    ...(service.scheduled_price !== undefined && {
      scheduled_price: service.scheduled_price && JSON.stringify(service.scheduled_price),
    }),
  };
}
