import type { SectionOf } from '#shared/features/services/sections/schemas.ts';
import { FaqList } from '../../faq-list.tsx';

export function FaqSection({ section }: { section: SectionOf<'faq'> }) {
  return <FaqList questions={section.questions} />;
}
