import { useState } from 'react';
import { TEXT_LINK } from '../button-class.ts';

/** Copies a text to the clipboard. `subject` names it: 주문 번호, 계좌번호. */
export function CopyButton({ text, subject }: { text: string; subject: string }) {
  const [isCopied, setCopied] = useState(false);
  const handleClick = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch (error) {
      // The text is on the screen, to be copied by hand.
      console.warn('Could not copy:', error);
    }
  };
  return (
    <>
      {/* The browser collapses this space at the start of a line, so a wrapped button has no indent. */}{' '}
      <button
        type="button"
        aria-label={`${subject} 복사`}
        onClick={() => void handleClick()}
        className={`${TEXT_LINK} -mr-2.5 whitespace-nowrap`}
      >
        <span aria-live="polite">{isCopied ? '복사됨' : '복사'}</span>
      </button>
    </>
  );
}
