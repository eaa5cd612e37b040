import { ContentField } from '../content-field.tsx';
import type { SectionKind } from '../section-kind.ts';

export const headingKind: SectionKind<'heading'> = {
  label: '소제목',
  toValues: ({ content }) => ({ content }),
  toSection: ({ content }) => ({ type: 'heading', content }),
  summary: ({ content }) => content,
  Editor: ContentField,
};
