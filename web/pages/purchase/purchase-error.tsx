import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { showMessage } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Notice } from '#web/ui/notice.tsx';

const TITLE = '구매 오류';

type Props = { message: string; onRetry?: () => void; children?: ReactNode };

/**
 * Why there is nothing to pay for: heading, message and a dialog (spec §2, purchase). `children` are
 * a better way on.
 */
export function PurchaseError({ message, onRetry, children }: Props) {
  useEffect(() => void showMessage({ title: TITLE, message }), [message]);
  return (
    <>
      <h2 className="mb-4 text-h3 text-ink-900">{TITLE}</h2>
      <Notice kind="danger">{message}</Notice>
      {children && <div className="mt-6 max-w-[420px]">{children}</div>}
      <div className="mt-6 flex flex-wrap gap-3">
        {onRetry && <Button onClick={onRetry}>다시 시도</Button>}
        <Link to="/services" className={buttonClass('secondary')}>
          서비스 목록으로
        </Link>
      </div>
    </>
  );
}
