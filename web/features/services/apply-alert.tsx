import { AlertDialog } from '@base-ui/react/alert-dialog';

/** Says why an application cannot go on; what follows from it happens once it has been read and closed. */
export function ApplyAlert({ message, onClose }: { message: string | undefined; onClose: () => void }) {
  return (
    <AlertDialog.Root open={message !== undefined} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-ink-950/60" />
        <AlertDialog.Popup className="fixed top-1/2 left-1/2 z-50 w-[calc(100vw-32px)] max-w-[440px] -translate-x-1/2 -translate-y-1/2 rounded-[10px] bg-surface p-6 shadow-float md:p-8">
          <AlertDialog.Title className="font-semibold text-[22px]/[32px] text-ink-900">신청 안내</AlertDialog.Title>
          <AlertDialog.Description className="mt-3 text-ink-700">{message}</AlertDialog.Description>
          <AlertDialog.Close className="mt-6 min-h-12 w-full rounded bg-olive-700 px-6 font-semibold text-paper transition-colors duration-150 hover:bg-ink-900">
            확인
          </AlertDialog.Close>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
