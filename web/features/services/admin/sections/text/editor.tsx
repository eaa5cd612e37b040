import { RichTextField } from '#web/admin-kit/rich-text/rich-text-field.tsx';
import type { EditorProps, SectionKind } from '../section-kind.ts';

/** The text of stored HTML, without its tags. */
function textOf(html: string): string {
  return html
    .replace(/<(?:br|\/p|\/li)[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function TextEditor({ form, path }: EditorProps) {
  return <RichTextField control={form.control} name={`${path}.content`} label="내용" />;
}

export const textKind: SectionKind<'text'> = {
  label: '본문',
  toValues: ({ content }) => ({ content }),
  toSection: ({ content }) => ({ type: 'text', content }),
  summary: ({ content }) => textOf(content),
  Editor: TextEditor,
};
