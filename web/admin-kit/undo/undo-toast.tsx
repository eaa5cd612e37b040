import { useEffect, useSyncExternalStore } from 'react';
import { TAKE_BACK_MS } from '#shared/rules/work/calls.ts';
import { useAction } from '#web/lib/use-action.ts';
import { type UndoableAct, undoOffer } from './undo.ts';

/** The server counts from before its answer arrived. */
const SHOWN_MS = TAKE_BACK_MS - 2000;

/** The last act of an administrator with the button that takes it back, on every page for a minute. */
export function UndoToast() {
  const act = useSyncExternalStore(undoOffer.subscribe, undoOffer.current, () => undefined);
  // The offer belongs to the one who did it: a logout ends it.
  useEffect(() => undoOffer.close, []);
  return (
    <>
      {/* The end of the page can be scrolled above the offer. */}
      {act && <div className="h-20" />}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-0 bottom-16 z-30 flex justify-center px-4 md:bottom-6"
      >
        {act && <Offer key={act.text} act={act} />}
      </div>
    </>
  );
}

function Offer({ act }: { act: UndoableAct }) {
  const { isBusy, problem, run } = useAction();
  useEffect(() => {
    const timer = setTimeout(() => undoOffer.current() === act && undoOffer.close(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [act]);
  const handleUndo = async () => {
    if ((await run(act.undo)) && undoOffer.current() === act) undoOffer.close();
  };
  const button = 'inline-flex min-h-11 items-center whitespace-nowrap rounded px-3 font-semibold disabled:opacity-60';
  return (
    <div className="pointer-events-auto flex max-w-[560px] items-center gap-x-2 rounded-card bg-ink-900 py-1 pr-1 pl-4 text-paper shadow-float">
      <p className="min-w-0 break-words py-2">{problem ?? act.text}</p>
      <button
        type="button"
        disabled={isBusy}
        onClick={() => void handleUndo()}
        className={`${button} ml-auto text-brass-300 underline underline-offset-4`}
      >
        되돌리기
      </button>
      <button type="button" onClick={undoOffer.close} aria-label="알림 닫기" className={`${button} text-paper/80`}>
        <svg viewBox="0 0 10 10" className="size-2.5 fill-none stroke-2 stroke-current" aria-hidden="true">
          <path d="M1 1l8 8M9 1L1 9" />
        </svg>
      </button>
    </div>
  );
}
