import { AlertDialog } from '@base-ui/react/alert-dialog';
import { buttonClass } from '#web/ui/button-class.ts';

type Props = { message: string | undefined; onClose: () => void };

/** Says that nothing was bought and why; there is one way on (spec §4, purchase flow). */
export function PurchaseFailureDialog({ message, onClose }: Props) {
  return (
    <AlertDialog.Root open={message !== undefined} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-ink-950/60" />
        <AlertDialog.Popup className="fixed top-1/2 left-1/2 z-50 w-[calc(100vw-32px)] max-w-[440px] -translate-x-1/2 -translate-y-1/2 rounded-[10px] bg-surface p-6 shadow-float">
          <AlertDialog.Title className="font-semibold text-[22px]/[32px] text-ink-900">
            결제가 취소되었거나 오류가 발생했습니다
          </AlertDialog.Title>
          <AlertDialog.Description className="mt-3">{message}</AlertDialog.Description>
          <p className="mt-2 text-[15px]/[24px] text-ink-500">
            주문은 완료되지 않았습니다. 확인을 누르시면 서비스 화면으로 돌아갑니다.
          </p>
          <div className="mt-6 text-right">
            <AlertDialog.Close className={buttonClass('primary')}>확인</AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
