import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { MouseEvent } from 'react';
import type { Question } from './ask.ts';
import { Button } from './button.tsx';
import { buttonClass } from './button-class.ts';

type Props = { question: Question; answer: (isConfirmed: boolean) => void };

/** One question or message in a modal dialog. */
export function QuestionDialog({ question, answer }: Props) {
  const { title, message, confirmLabel = '확인', cancelLabel, link, isDangerous = false } = question;
  const handleLink = (event: MouseEvent) => {
    event.preventDefault();
    link?.onChoose();
    answer(false);
  };
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="dialog-backdrop" />
        <AlertDialog.Popup className="dialog-popup max-h-[calc(100dvh-16px)] max-w-[440px] overflow-y-auto p-6 md:p-8">
          <AlertDialog.Title className="text-h3 text-ink-900">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-3 whitespace-pre-line text-ink-700">{message}</AlertDialog.Description>
          <div className="mt-6 flex flex-wrap gap-3">
            {link && (
              <a href={link.href} onClick={handleLink} className={buttonClass('primary', 'flex-1 whitespace-nowrap')}>
                {link.label}
              </a>
            )}
            {cancelLabel !== undefined && (
              <Button kind="secondary" className="flex-1" onClick={() => answer(false)}>
                {cancelLabel}
              </Button>
            )}
            <Button
              kind={isDangerous ? 'danger' : link ? 'secondary' : 'primary'}
              className="flex-1 whitespace-nowrap"
              onClick={() => answer(true)}
            >
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
