import { ContentField } from '../content-field.tsx';
import type { SectionKind } from '../section-kind.ts';

export const titleKind: SectionKind<'title'> = {
  label: '제목',
  toValues: ({ content }) => ({ content }),
  toSection: ({ content }) => ({ type: 'title', content }),
  summary: ({ content }) => content,
  Editor: ContentField,
};
