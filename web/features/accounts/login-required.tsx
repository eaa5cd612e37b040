import { Link } from '@tanstack/react-router';
import type { ReturnTo } from '#shared/platform/return-to.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';

type Props = { title: string; lead: string; returnTo: ReturnTo | undefined };

/**
 * Shown instead of a page that requires a login: what the page is for, with links to login and
 * sign-up.
 */
export function LoginRequired({ title, lead, returnTo }: Props) {
  return (
    <>
      <PageHeading title={title} lead={lead} />
      <div className="mt-8 flex flex-wrap gap-3">
        <Link to="/login" search={{ from: returnTo }} className={buttonClass('primary')}>
          로그인
        </Link>
        <Link to="/register" search={{ from: returnTo }} className={buttonClass('secondary')}>
          회원가입
        </Link>
      </div>
    </>
  );
}
