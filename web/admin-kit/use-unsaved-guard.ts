import { useBlocker } from '@tanstack/react-router';
import { confirm } from '#web/ui/ask.ts';

/** Asks before leaving unsaved input; also when the window is closed. */
export function useUnsavedGuard(isUnsaved: () => boolean): void {
  useBlocker({
    shouldBlockFn: async () =>
      isUnsaved() &&
      !(await confirm({
        title: '저장하지 않은 내용',
        message: '저장하지 않은 내용이 있습니다. 이 페이지를 떠나면 사라집니다.',
        confirmLabel: '떠나기',
        cancelLabel: '계속 편집',
        isDangerous: true,
      })),
    enableBeforeUnload: isUnsaved,
  });
}
