import type { ServiceSection } from '#shared/features/services/schemas.ts';
import { ChildServices } from './child-services.tsx';
import { FaqList } from './faq-list.tsx';
import { RichText } from './rich-text.tsx';
import { ServiceImage } from './service-image.tsx';

/** The sections of a service's description. Terms are agreed to in the purchase card. */
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

function Section({ section }: { section: ServiceSection }) {
  switch (section.type) {
    case 'title':
      return <h2 className="mt-14 text-h2 text-ink-900 first:mt-0">{section.content}</h2>;
    case 'heading':
      return <h3 className="mt-12 text-h3 text-ink-900 first:mt-0">{section.content}</h3>;
    case 'text':
      return <RichText html={section.content ?? ''} className="text-section mt-5 first:mt-0" />;
    case 'list':
      return (
        <ul className="mt-5 border-line border-t first:mt-0">
          {(section.items ?? []).map((item) => (
            <li key={item} className="flex gap-4 border-line border-b py-3.5">
              <span aria-hidden="true" className="mt-[14px] h-px w-4 shrink-0 bg-olive-600" />
              {item}
            </li>
          ))}
        </ul>
      );
    case 'image':
      return <ServiceImage url={section.url ?? ''} alt={section.alt ?? ''} />;
    case 'child_services':
      return (
        <div className="mt-5 first:mt-0">
          <ChildServices ids={section.serviceIds ?? []} />
        </div>
      );
    case 'faq':
      return <FaqList questions={section.questions ?? []} />;
    case 'tos':
      return null;
  }
}
