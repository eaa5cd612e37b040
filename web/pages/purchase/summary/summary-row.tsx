import { type ReactNode, useEffect, useRef } from 'react';
import { TEXT_LINK } from '#web/ui/button-class.ts';

type Props = {
  label: string;
  /** Shown in place of the value while it is changed. */
  editor: ReactNode;
  isEditing: boolean;
  /** Closes an editor that has no buttons of its own. */
  onDone?: () => void;
  /** Without it there is nothing to choose from. */
  onEdit?: (() => void) | undefined;
  children: ReactNode;
  /** A text below the value, as wide as the value and the button. */
  note?: string | undefined;
};

/** One line of the summary, changed in place. */
export function SummaryRow({ label, editor, isEditing, onDone, onEdit, children, note }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current === isEditing) return;
    wasEditing.current = isEditing;
    // The button that opened or closed the editor is gone, and the focus with it.
    if (document.activeElement !== document.body) return;
    const next = row.current?.querySelector<HTMLElement>(isEditing ? 'input, select' : 'button');
    next?.focus({ preventScroll: !isEditing });
  }, [isEditing]);
  return (
    <div
      ref={row}
      className="grid grid-cols-[84px_minmax(0,1fr)] items-baseline gap-x-3 border-line border-t border-dashed px-5 py-2 sm:grid-cols-[120px_minmax(0,1fr)] sm:px-6"
    >
      <dt className={isEditing ? 'sr-only' : 'text-ink-500 text-small'}>{label}</dt>
      <dd className={`flex min-w-0 items-baseline justify-between gap-3 ${isEditing ? 'col-span-2 py-2' : 'min-h-11'}`}>
        {isEditing ? (
          <div className="grid min-w-0 grow gap-1">
            {editor}
            {onDone && (
              <button type="button" onClick={onDone} className={`${TEXT_LINK} justify-self-start`}>
                <span className="sr-only">{label} </span>닫기
              </button>
            )}
          </div>
        ) : (
          <>
            <div className="min-w-0 text-ink-900">{children}</div>
            {onEdit && (
              <button type="button" onClick={onEdit} className={`${TEXT_LINK} shrink-0 justify-end`}>
                <span className="sr-only">{label} </span>바꾸기
              </button>
            )}
          </>
        )}
      </dd>
      {note && !isEditing && <dd className="col-start-2 -mt-2 pb-2 text-ink-700 text-small">{note}</dd>}
    </div>
  );
}
