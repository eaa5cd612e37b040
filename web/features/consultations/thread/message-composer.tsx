import { type ClipboardEvent, type KeyboardEvent, useId } from 'react';
import { Button } from '#web/ui/button.tsx';
import { FileButtons } from './file-buttons.tsx';
import { pastedFiles } from './pasted-files.ts';
import { UploadList } from './upload-list.tsx';
import type { Composer } from './use-composer.ts';
import { useEnter } from './use-enter.ts';
import { UPLOAD_HINT } from './use-uploads.ts';

export type MessageComposerProps = {
  composer: Composer;
  label: string;
  /** Says who will read the message. */
  readers?: string;
  placeholder?: string;
  sendLabel?: string;
  /** A private note: visibly another thing than a message. */
  isNote?: boolean;
  /** A menu over the field: while it is open, Enter chooses from it. */
  menu?: { isOpen: boolean; choose: () => void; handleKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void };
};

/** On a touch screen Enter breaks the line. */
const isTouch = () => window.matchMedia('(pointer: coarse)').matches;

/** The field for a message, with its files. */
export function MessageComposer(props: MessageComposerProps) {
  const { composer, label, readers, placeholder, sendLabel = '보내기', isNote = false, menu } = props;
  const { text, setText, uploads, obstacle, canSend, send } = composer;
  const enter = useEnter(() => (menu?.isOpen ? menu.choose() : send()));
  const id = useId();
  const handlePaste = (event: ClipboardEvent) => {
    const files = pastedFiles(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    uploads.add(files);
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    menu?.handleKeyDown(event);
    if (!event.defaultPrevented && (menu?.isOpen || !isTouch())) enter.onKeyDown?.(event);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className={`border-t px-4 pt-3 tight:flex tight:items-end tight:gap-x-2 tight:pt-2 pb-[max(12px,env(safe-area-inset-bottom))] md:px-6 ${isNote ? 'border-brass-600 border-dashed bg-paper' : 'border-line bg-surface'}`}
    >
      <UploadList uploads={uploads} />
      {readers !== undefined && (
        <p id={`${id}-readers`} className="mb-1 text-caption text-ink-700 tight:sr-only">
          {readers}
        </p>
      )}
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <textarea
        id={id}
        value={text}
        rows={2}
        placeholder={placeholder}
        aria-describedby={readers === undefined ? `${id}-hint` : `${id}-readers ${id}-hint`}
        onChange={(event) => setText(event.currentTarget.value)}
        onPaste={handlePaste}
        onKeyDown={handleKeyDown}
        onKeyUp={enter.onKeyUp}
        onCompositionEnd={enter.onCompositionEnd}
        className="field-sizing-content block max-h-40 min-h-[68px] tight:max-h-[72px] tight:min-h-11 w-full resize-none rounded border border-ink-500 bg-surface px-3 py-2 text-ink-900 placeholder:text-ink-500 hover:border-ink-900"
      />
      <div className="mt-2 tight:mt-0 flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="tight:hidden flex flex-wrap gap-x-2 gap-y-1">
          <FileButtons onFiles={uploads.add} />
        </span>
        <Button type="submit" disabled={!canSend} className="ml-auto min-h-11">
          {sendLabel}
        </Button>
      </div>
      <p id={`${id}-hint`} aria-live="polite" className="mt-1 tight:empty:hidden text-caption text-ink-500">
        {obstacle ?? <span className="sr-only">{UPLOAD_HINT}</span>}
      </p>
    </form>
  );
}
