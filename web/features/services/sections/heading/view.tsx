import type { SectionOf } from '#shared/features/services/sections/schemas.ts';

export function HeadingSection({ section }: { section: SectionOf<'heading'> }) {
  return <h3 className="mt-12 text-h3 text-ink-900 first:mt-0">{section.content}</h3>;
}
