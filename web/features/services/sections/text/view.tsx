import type { SectionOf } from '#shared/features/services/sections/schemas.ts';
import { RichText } from '../../rich-text.tsx';

export function TextSection({ section }: { section: SectionOf<'text'> }) {
  return <RichText html={section.content} className="text-section mt-5 first:mt-0" />;
}
