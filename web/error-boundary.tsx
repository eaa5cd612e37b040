import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ApiError } from './lib/api-error.ts';

/** What a page shows when it could not be made: what happened, that nothing was lost, and what to do. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const handleRetry = () => {
    reset?.();
    void router.invalidate();
  };
  return (
    <section role="alert" className="mx-auto max-w-[680px] px-6 pt-[140px] pb-28">
      <h1 className="font-bold text-[26px]/[36px] text-ink-900 tracking-[-0.02em] md:text-[34px]/[46px]">
        페이지를 표시하지 못했습니다
      </h1>
      <p className="mt-4">
        {error instanceof ApiError ? error.message : '일시적인 오류가 발생했습니다.'} 입력하신 내용이나 결제에는 영향이
        없습니다. 잠시 후 다시 시도해주세요.
      </p>
      <button
        type="button"
        onClick={handleRetry}
        className="mt-8 min-h-12 rounded bg-olive-700 px-6 font-semibold text-paper transition-colors duration-150 hover:bg-ink-900"
      >
        다시 시도
      </button>
    </section>
  );
}
