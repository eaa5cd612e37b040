import { findUploadedImage } from '#shared/platform/image-url.ts';
import type { SectionValues } from './service-form-values.ts';

const EMPTY = '(비어 있음)';

/** The text of stored HTML, without its tags. */
function textOf(html: string): string {
  return html
    .replace(/<(?:br|\/p|\/li)[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** One line that tells a folded section from the others. */
export function sectionSummary({
  type,
  content,
  items,
  url,
  alt,
  filename,
  serviceIds,
  questions,
}: SectionValues): string {
  switch (type) {
    case 'text':
      return textOf(content) || EMPTY;
    case 'list':
      return (
        items
          .split('\n')
          .filter((item) => item.trim() !== '')
          .join(', ') || EMPTY
      );
    case 'image':
      // The name of an uploaded file is a hash, which says nothing.
      return alt || (findUploadedImage(url) ? '올린 이미지' : url.split('/').at(-1)) || EMPTY;
    case 'tos':
      return content || filename || EMPTY;
    case 'faq':
      return questions.split('\n', 1)[0] || EMPTY;
    case 'child_services':
      return serviceIds.length > 0 ? `서비스 ${serviceIds.length}개` : EMPTY;
    default:
      return content || EMPTY;
  }
}
