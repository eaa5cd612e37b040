import type { SectionOf, SectionType, ServiceSection } from '#shared/features/services/sections/schemas.ts';
import { childServicesKind } from './child-services/editor.tsx';
import { faqKind } from './faq/editor.tsx';
import { headingKind } from './heading/editor.tsx';
import { imageKind } from './image/editor.tsx';
import { listKind } from './list/editor.tsx';
import type { SectionKind, SectionValues } from './section-kind.ts';
import { textKind } from './text/editor.tsx';
import { titleKind } from './title/editor.tsx';
import { tosKind } from './tos/editor.tsx';

/** The kinds of sections, in the order of the choice. */
export const SECTION_KINDS: { [Type in SectionType]: SectionKind<Type> } = {
  title: titleKind,
  text: textKind,
  heading: headingKind,
  list: listKind,
  image: imageKind,
  tos: tosKind,
  child_services: childServicesKind,
  faq: faqKind,
};

export function isSectionType(value: string): value is SectionType {
  return Object.hasOwn(SECTION_KINDS, value);
}

export function emptySection(type: SectionType): SectionValues {
  return { type, content: '', items: '', url: '', alt: '', filename: '', serviceIds: [], questions: '' };
}

function valuesOf<Type extends SectionType>(section: SectionOf<Type>): Partial<SectionValues> {
  return SECTION_KINDS[section.type].toValues(section);
}

export function toSectionValues(section: ServiceSection): SectionValues {
  return { ...emptySection(section.type), ...valuesOf(section) };
}

/** The section with the fields of its kind only. */
export function toSection(values: SectionValues): ServiceSection {
  return SECTION_KINDS[values.type].toSection(values);
}

/** One line that tells a folded section from the others. */
export function sectionSummary(values: SectionValues): string {
  return SECTION_KINDS[values.type].summary(values) || '(비어 있음)';
}
