import type { ReactNode } from 'react';
import type { SectionOf, SectionType, ServiceSection } from '#shared/features/services/sections/schemas.ts';
import { ChildServicesSection } from './sections/child-services/view.tsx';
import { FaqSection } from './sections/faq/view.tsx';
import { HeadingSection } from './sections/heading/view.tsx';
import { ImageSection } from './sections/image/view.tsx';
import { ListSection } from './sections/list/view.tsx';
import { TextSection } from './sections/text/view.tsx';
import { TitleSection } from './sections/title/view.tsx';

type View<Type extends SectionType> = (props: { section: SectionOf<Type> }) => ReactNode;

const VIEWS: { [Type in SectionType]: View<Type> } = {
  title: TitleSection,
  text: TextSection,
  heading: HeadingSection,
  list: ListSection,
  image: ImageSection,
  child_services: ChildServicesSection,
  faq: FaqSection,
  // Agreed to in the purchase card.
  tos: () => null,
};

/** The sections of a service's description. */
export function ServiceSections({ sections }: { sections: readonly ServiceSection[] }) {
  return (
    <div className="text-ink-700">
      {sections.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sections of a loaded description never change places
        <Section key={index} section={section} />
      ))}
    </div>
  );
}

function Section<Type extends SectionType>({ section }: { section: SectionOf<Type> }) {
  return VIEWS[section.type]({ section });
}
