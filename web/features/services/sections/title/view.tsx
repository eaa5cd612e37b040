import type { SectionOf } from '#shared/features/services/sections/schemas.ts';

export function TitleSection({ section }: { section: SectionOf<'title'> }) {
  return <h2 className="mt-14 text-h2 text-ink-900 first:mt-0">{section.content}</h2>;
}
