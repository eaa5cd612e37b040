import { Toolbar } from '@base-ui/react/toolbar';
import { type Editor, useEditorState } from '@tiptap/react';
import { useState } from 'react';
import { LinkForm } from './link-form.tsx';

type Props = { editor: Editor; label: string };

const BUTTON =
  'inline-flex min-h-11 min-w-11 items-center justify-center rounded px-2 text-ink-700 hover:bg-olive-100 disabled:text-ink-500 data-disabled:opacity-50 aria-pressed:bg-olive-100 aria-pressed:font-semibold aria-pressed:text-olive-700 md:min-h-8 md:min-w-8';

/**
 * The line before a group, in the gap between two buttons. At the start of a row it falls outside
 * of the toolbar, which cuts it off: no line is left alone where the buttons wrap.
 */
const GROUP_START =
  'relative before:absolute before:inset-y-2 before:-left-[3px] before:w-px before:bg-line before:content-[""]';

/** One tab stop; the arrow keys move between the buttons. */
export function RichTextToolbar({ editor, label }: Props) {
  const [isLinking, setLinking] = useState(false);
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current.isActive('bold'),
      italic: current.isActive('italic'),
      underline: current.isActive('underline'),
      bulletList: current.isActive('bulletList'),
      orderedList: current.isActive('orderedList'),
      link: current.isActive('link'),
      canUndo: current.can().undo(),
      canRedo: current.can().redo(),
    }),
  });
  const focused = () => editor.chain().focus();
  const toggle = (text: string, isPressed: boolean, act: () => void, className = '') => (
    <Toolbar.Button aria-pressed={isPressed} onClick={act} className={`${BUTTON} ${className}`}>
      {text}
    </Toolbar.Button>
  );
  return (
    <>
      <Toolbar.Root aria-label={`${label} 서식`} className="overflow-x-clip border-line border-b px-1 py-0.5">
        <div className="-ml-[5px] flex flex-wrap gap-y-0.5 *:*:ml-[5px]">
          <Toolbar.Group className="contents">
            {toggle('굵게', active.bold, () => focused().toggleBold().run(), 'font-bold')}
            {toggle('기울임', active.italic, () => focused().toggleItalic().run())}
            {toggle('밑줄', active.underline, () => focused().toggleUnderline().run(), 'underline underline-offset-4')}
          </Toolbar.Group>
          <Toolbar.Group className="contents">
            {toggle('목록', active.bulletList, () => focused().toggleBulletList().run(), GROUP_START)}
            {toggle('번호 목록', active.orderedList, () => focused().toggleOrderedList().run())}
            {toggle('링크', active.link, () => setLinking(true))}
          </Toolbar.Group>
          <Toolbar.Group className="contents">
            <Toolbar.Button
              disabled={!active.canUndo}
              onClick={() => focused().undo().run()}
              className={`${BUTTON} ${GROUP_START}`}
            >
              되돌리기
            </Toolbar.Button>
            <Toolbar.Button disabled={!active.canRedo} onClick={() => focused().redo().run()} className={BUTTON}>
              다시 하기
            </Toolbar.Button>
          </Toolbar.Group>
        </div>
      </Toolbar.Root>
      {isLinking && <LinkForm editor={editor} onClose={() => setLinking(false)} />}
    </>
  );
}
