import { Link, useLocation } from '@tanstack/react-router';
import { BackButton } from '#web/ui/back-button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';

/** For unknown addresses, and for services that do not exist. */
export function NotFoundPage() {
  const isService = useLocation({ select: ({ pathname }) => /^\/services\/[^/]+$/.test(pathname) });
  return (
    <section className="mx-auto max-w-[680px] px-6 pt-[140px] pb-28">
      <BackButton />
      {/* A deleted service is answered with 410 and this page too. The English sentences are the
          spec's. */}
      <p className="mt-4 font-semibold text-small text-brass-600 tabular-nums">
        {isService ? <span lang="en">Service not found</span> : '404'}
      </p>
      <h1 className="mt-2 text-h2 text-ink-900">
        {isService ? '판매하지 않는 서비스입니다.' : '페이지를 찾을 수 없습니다.'}
      </h1>
      <p className="mt-4">주소가 바뀌었거나 더 이상 제공하지 않는 내용입니다. 아래에서 다시 찾아보실 수 있습니다.</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Link to="/services" className={buttonClass('primary')}>
          서비스 보기
        </Link>
        <Link to="/" className={buttonClass('secondary')}>
          홈으로
        </Link>
      </div>
    </section>
  );
}
