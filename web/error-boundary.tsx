import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SITE_NAME } from './features/layout/page-head.ts';
import { errorMessage } from './lib/api-error.ts';
import { Button } from './ui/button.tsx';

const TITLE = '페이지를 표시하지 못했습니다';

/**
 * Shown when a page could not be rendered: what happened, that nothing was lost, and what to do.
 */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(() => {
    document.title = `${TITLE} | ${SITE_NAME}`;
  }, []);
  const handleRetry = () => {
    reset?.();
    void router.invalidate();
  };
  return (
    <section role="alert" className="mx-auto max-w-[680px] px-6 pt-[140px] pb-28">
      <h1 className="text-h2 text-ink-900">{TITLE}</h1>
      <p className="mt-4">{errorMessage(error)} 이미 저장된 정보와 주문에는 영향이 없습니다.</p>
      <Button className="mt-8" onClick={handleRetry}>
        다시 시도
      </Button>
    </section>
  );
}
