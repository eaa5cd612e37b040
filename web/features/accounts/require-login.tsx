import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { useAuth } from './auth.ts';

/** Shows its content to the logged-in, and to others that they have to log in first, with both ways to (spec §2). */
export function RequireLogin({ children }: { children: (user: Account) => ReactNode }) {
  const auth = useAuth();
  if (auth.status === 'unknown') return <PageSpinner />;
  if (auth.status === 'loggedIn') return children(auth.user);
  return <LoginNotice />;
}

function LoginNotice() {
  const from = useLocation({ select: (location) => location.href });
  return (
    <section className="mx-auto max-w-[680px] px-6 pt-[140px] pb-28">
      <h1 className="font-bold text-[26px]/[36px] text-ink-900 tracking-[-0.02em] md:text-[34px]/[46px]">
        로그인이 필요합니다
      </h1>
      <p className="mt-4">로그인하시면 이 페이지로 돌아옵니다. 계정이 없으시면 회원가입 후 이용하실 수 있습니다.</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Link to="/login" search={{ from }} className={buttonClass('primary')}>
          로그인
        </Link>
        <Link to="/register" search={{ from }} className={buttonClass('secondary')}>
          회원가입
        </Link>
      </div>
    </section>
  );
}
