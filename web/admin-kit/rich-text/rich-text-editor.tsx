import type { EditorView } from '@tiptap/pm/view';
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import { toDocument, toSlice, toStoredHtml } from './rich-text-html.ts';
import { RICH_TEXT_EXTENSIONS } from './rich-text-schema.ts';
import { RichTextToolbar } from './rich-text-toolbar.tsx';

export type RichTextEditorProps = {
  /** The HTML as it is stored. */
  value: string;
  onChange: (html: string) => void;
  onBlur: () => void;
  id: string;
  /** Holds what the text is, for the name of the toolbar. */
  label: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
};

const TEXT =
  'min-h-[132px] whitespace-pre-wrap break-words px-3 py-2 text-ink-900 outline-none [&_a]:font-semibold [&_a]:text-olive-700 [&_a]:underline [&_li]:mt-1 [&_ol]:mt-2 [&_ol]:list-decimal [&_ol]:pl-6 [&_*+p]:mt-3 [&_ul]:mt-2 [&_ul]:list-disc [&_ul]:pl-6';

/**
 * Inserts what is pasted or dropped, cleaned. The editor's own reading of HTML is not used: the
 * pages' policy for trusted types allows the site's parser only.
 */
function insert(view: EditorView, data: DataTransfer | null, at?: number): boolean {
  const slice = data && toSlice(data, view.state.schema);
  if (!slice) return false;
  const { tr } = view.state;
  view.dispatch((at === undefined ? tr.replaceSelection(slice) : tr.replace(at, at, slice)).scrollIntoView());
  return true;
}

const HANDLERS = {
  paste(view: EditorView, event: ClipboardEvent) {
    if (!insert(view, event.clipboardData)) return false;
    event.preventDefault();
    return true;
  },
  drop(view: EditorView, event: DragEvent) {
    // All that is dragged inside of the editor is moved by the editor.
    if (view.dragging) return false;
    const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
    insert(view, event.dataTransfer, place?.pos);
    event.preventDefault();
    return true;
  },
};

/** A text with exactly the tags that the server keeps. Its code loads with the first such field. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { value, onChange, onBlur, id, label, 'aria-describedby': described, 'aria-invalid': isInvalid } = props;
  /** The value that the editor shows: another one comes from outside. */
  const shown = useRef(value);
  const editor = useEditor({
    extensions: RICH_TEXT_EXTENSIONS,
    content: toDocument(value),
    // The pages' policy forbids style elements.
    injectCSS: false,
    editorProps: {
      handleDOMEvents: HANDLERS,
      attributes: {
        id,
        class: TEXT,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        ...(described && { 'aria-describedby': described }),
        ...(isInvalid && { 'aria-invalid': 'true' }),
      },
    },
    onUpdate: ({ editor: changed }) => {
      shown.current = toStoredHtml(changed.getHTML());
      onChange(shown.current);
    },
    onBlur,
  });
  useEffect(() => {
    if (value === shown.current) return;
    shown.current = value;
    editor.commands.setContent(toDocument(value), { emitUpdate: false });
  }, [editor, value]);
  return (
    <div className="rounded border border-ink-500 bg-surface focus-within:outline-2 focus-within:outline-olive-600 focus-within:outline-offset-2 has-aria-invalid:border-danger">
      <RichTextToolbar editor={editor} label={label} />
      <EditorContent editor={editor} />
    </div>
  );
}
