import { AppError } from '#server/lib/errors.ts';
import { isBlankHtml, sanitizeRichText } from '#server/lib/html-sanitizer.ts';
import type { ErrorDetail } from '#shared/contract/errors.ts';
import type { ValidAdminServiceBody } from '#shared/features/services/admin-schemas.ts';

type Sections = ValidAdminServiceBody['description']['sections'];

function sanitizeSections(sections: Sections): Sections {
  const details: ErrorDetail[] = [];
  const safeHtml = (html: string, path: string, message: string) => {
    const safe = sanitizeRichText(html);
    if (isBlankHtml(safe)) details.push({ path, message });
    return safe;
  };
  const safe = sections.map((section, index) => {
    const path = `description.sections.${index}`;
    if (section.type === 'text') {
      return { ...section, content: safeHtml(section.content, `${path}.content`, '내용을 입력해주세요.') };
    }
    if (section.type === 'faq') {
      const questions = section.questions.map(({ question, answer }, entry) => ({
        question,
        answer: safeHtml(answer, `${path}.questions.${entry}.answer`, '답변을 입력해주세요.'),
      }));
      return { ...section, questions };
    }
    return section;
  });
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
