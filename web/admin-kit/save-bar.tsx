import { confirm } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';

type Props = {
  /** Nothing is stored yet. */
  isNew?: boolean;
  isDirty: boolean;
  isBusy: boolean;
  /** Said in place of the state: what was saved, or what is wrong. */
  said?: { kind: 'success' | 'danger'; text: string } | undefined;
  saveLabel?: string;
  /** A conflict has its own buttons. */
  hasSave?: boolean;
  canSave?: boolean;
  preview: { isOpen: boolean; toggle: () => void };
  /** Restores what is stored. */
  onDiscard: () => void;
};

const COLOURS = { success: 'text-success', danger: 'text-danger' } as const;

async function askAndDiscard(onDiscard: () => void): Promise<void> {
  const isAgreed = await confirm({
    title: '저장하지 않음',
    message: '저장하지 않은 내용을 지우고 저장된 내용으로 되돌립니다.',
    confirmLabel: '되돌리기',
    cancelLabel: '계속 편집',
    isDangerous: true,
  });
  if (isAgreed) onDiscard();
}

/** The bar of an editor; it stays at the bottom of the window while the form scrolls. */
export function SaveBar(props: Props) {
  const {
    isNew = false,
    isDirty,
    isBusy,
    said,
    saveLabel = '저장',
    hasSave = true,
    canSave = true,
    preview,
    onDiscard,
  } = props;
  const unchanged = isNew ? '아직 저장하지 않았습니다.' : '모두 저장되어 있습니다.';
  const state = isDirty ? '저장하지 않은 변경이 있습니다.' : unchanged;
  return (
    <div className="low:static sticky bottom-(--bar) z-10 -mx-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t bg-surface px-4 py-2.5 shadow-bar md:-mx-8 md:px-8">
      <p
        role={said?.kind === 'danger' ? 'alert' : 'status'}
        className={`mr-auto min-w-0 basis-full sm:basis-auto ${said ? `font-semibold ${COLOURS[said.kind]}` : 'text-ink-700'}`}
      >
        {said?.text ?? state}
      </p>
      <Button kind="secondary" aria-pressed={preview.isOpen} onClick={preview.toggle}>
        미리보기
      </Button>
      <Button
        kind="secondary"
        disabled={!isDirty || isBusy}
        title="입력한 내용을 지우고 저장된 내용으로 되돌립니다."
        onClick={() => void askAndDiscard(onDiscard)}
      >
        저장하지 않음
      </Button>
      {hasSave && (
        <Button
          type="submit"
          isBusy={isBusy}
          disabled={!canSave}
          aria-keyshortcuts="Control+S Meta+S"
          title="Ctrl+S 또는 ⌘S"
        >
          {saveLabel}
        </Button>
      )}
    </div>
  );
}
