import { z } from 'zod';
import { childServicesSection, childServicesSectionBody } from './child-services/schemas.ts';
import { faqSection, faqSectionBody } from './faq/schemas.ts';
import { headingSection, headingSectionBody } from './heading/schemas.ts';
import { imageSection, imageSectionBody } from './image/schemas.ts';
import { listSection, listSectionBody } from './list/schemas.ts';
import { textSection, textSectionBody } from './text/schemas.ts';
import { titleSection, titleSectionBody } from './title/schemas.ts';
import { tosSection, tosSectionBody } from './tos/schemas.ts';

/**
 * A section of a service's description: those of spec §2, and questions with answers. The
 * pages have a view, an editor and a summary for each, or do not compile.
 */
export const serviceSection = z.discriminatedUnion('type', [
  titleSection,
  textSection,
  headingSection,
  listSection,
  imageSection,
  tosSection,
  childServicesSection,
  faqSection,
]);
export type ServiceSection = z.infer<typeof serviceSection>;
export type SectionType = ServiceSection['type'];
type Fields<Type extends SectionType> = Omit<Extract<ServiceSection, { type: Type }>, 'type'>;
/** Mapped, so that the compiler sees that a section fits the view of its own type. */
export type SectionOf<Type extends SectionType> = { [One in Type]: { type: One } & Fields<One> }[Type];

/**
 * Holds what an administrator may save of each kind (spec §5, contract §3); what does not belong to a kind is
 * dropped.
 */
export const sectionBody = z.discriminatedUnion(
  'type',
  [
    titleSectionBody,
    textSectionBody,
    headingSectionBody,
    listSectionBody,
    imageSectionBody,
    tosSectionBody,
    childServicesSectionBody,
    faqSectionBody,
  ],
  { error: '섹션의 종류가 올바르지 않습니다.' },
);
