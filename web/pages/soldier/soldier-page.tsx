import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Account } from '#shared/features/accounts/schemas.ts';
import { DEFAULT_RETURN_TO, type ReturnTo, safeReturnTo } from '#shared/platform/return-to.ts';
import { useAuth } from '#web/features/accounts/auth.ts';
import { LoginRequired } from '#web/features/accounts/login-required.tsx';
import { BackButton } from '#web/ui/back-button.tsx';
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx';

type Props = {
  title: string;
  lead: string;
  /** Where the page was opened from. */
  cameFrom: ReturnTo | undefined;
  children: (user: Account) => ReactNode;
};

/** Frame of the soldier pages: for logged-in users, with a message for visitors (spec §2). */
export function SoldierPage({ title, lead, cameFrom, children }: Props) {
  const auth = useAuth();
  const returnTo = useLocation({ select: ({ href }) => safeReturnTo(href) });
  return (
    <div className="mx-auto max-w-[568px] px-6 pt-[84px] pb-18 md:pt-[108px] md:pb-28">
      <BackButton to={cameFrom ?? DEFAULT_RETURN_TO} />
      {auth.status === 'unknown' && <SoldierPageSkeleton />}
      {auth.status === 'loggedOut' && <LoginRequired title={title} lead={lead} returnTo={returnTo} />}
      {auth.status === 'loggedIn' && children(auth.user)}
    </div>
  );
}

export function SoldierPageSkeleton() {
  return (
    <div role="status" className="relative">
      <LoadingWords>불러오고 있습니다</LoadingWords>
      <Skeleton className="h-12 w-1/2" />
      <Skeleton className="mt-8 h-[480px] w-full" />
    </div>
  );
}
