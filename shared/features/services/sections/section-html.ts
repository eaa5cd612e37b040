import type { ServiceSection } from './schemas.ts';

/** Replaces each HTML of a section; `path` names the field within the section. */
export function mapSectionHtml(section: ServiceSection, map: (html: string, path: string) => string): ServiceSection {
  switch (section.type) {
    case 'text':
      return { ...section, content: map(section.content, 'content') };
    case 'faq': {
      const questions = section.questions.map(({ question, answer }, index) => ({
        question,
        answer: map(answer, `questions.${index}.answer`),
      }));
      return { ...section, questions };
    }
    default:
      return section;
  }
}
