import type { ComponentType } from 'react';
import type { SectionOf, SectionType } from '#shared/features/services/sections/schemas.ts';
import type { ServiceEditor } from '../use-service-editor.ts';

/** A section as the form holds it: the fields of all kinds. */
export type SectionValues = {
  type: SectionType;
  content: string;
  /** One per line. */
  items: string;
  url: string;
  alt: string;
  filename: string;
  serviceIds: number[];
  /** A question on a line, its answer below it, a blank line between two. */
  questions: string;
};

export type SectionPath = `description.sections.${number}`;
export type EditorProps = Pick<ServiceEditor, 'form' | 'field'> & { path: SectionPath };

/** How administrators edit a kind of section. */
export type SectionKind<Type extends SectionType> = {
  label: string;
  /** The fields of the form from a stored section, and back. */
  toValues: (section: SectionOf<Type>) => Partial<SectionValues>;
  toSection: (values: SectionValues) => SectionOf<Type>;
  /** The line that tells a folded section from the others; empty where nothing is typed. */
  summary: (values: SectionValues) => string;
  Editor: ComponentType<EditorProps>;
};
