import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BackButton } from '#web/ui/back-button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';

/** For unknown addresses, and for services that do not exist. */
export function NotFoundPage() {
  const isService = useLocation({ select: ({ pathname }) => /^\/services\/[^/]+$/.test(pathname) });
  return (
    <NotFoundFrame
      // A deleted service is answered with 410 and this page too. The sentence is that of spec §2.
      label={isService ? <span lang="en">Service not found</span> : '404'}
      title={isService ? '판매하지 않는 서비스입니다.' : '페이지를 찾을 수 없습니다.'}
      text="주소가 바뀌었거나 더 이상 제공하지 않는 내용입니다. 아래에서 다시 찾아보실 수 있습니다."
    >
      <Link to="/services" className={buttonClass('primary')}>
        서비스 보기
      </Link>
    </NotFoundFrame>
  );
}

/** For a number under which the account has nothing; it may be another account's. */
export function OwnNotFoundPage({ subject }: { subject: '사건' | '상담' | '질문' | '수임계약' }) {
  return (
    <NotFoundFrame
      label="404"
      title={`${subject}을 찾을 수 없습니다.`}
      text={`주소가 잘못되었거나 지금 로그인하신 계정의 ${subject}이 아닙니다. 마이페이지에서 다시 찾아보실 수 있습니다.`}
    >
      <Link to="/profile" className={buttonClass('primary')}>
        마이페이지
      </Link>
    </NotFoundFrame>
  );
}

type FrameProps = { label: ReactNode; title: string; text: string; children: ReactNode };

/** `children` is the link to where the visitor most likely finds what they look for. */
function NotFoundFrame({ label, title, text, children }: FrameProps) {
  return (
    <section className="mx-auto max-w-[680px] px-6 pt-[140px] pb-28">
      <BackButton />
      <p className="mt-4 font-semibold text-small text-brass-600 tabular-nums">{label}</p>
      <h1 className="mt-2 text-h2 text-ink-900">{title}</h1>
      <p className="mt-4">{text}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        {children}
        <Link to="/" className={buttonClass('secondary')}>
          홈으로
        </Link>
      </div>
    </section>
  );
}
