import type { SectionOf } from '#shared/features/services/sections/schemas.ts';
import { ServiceImage } from './service-image.tsx';

export function ImageSection({ section }: { section: SectionOf<'image'> }) {
  return <ServiceImage url={section.url} alt={section.alt ?? ''} />;
}
