import { HeadContent, Outlet, Scripts, useLocation, useMatches, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { INK_950 } from '#shared/platform/brand-colours.ts';
import { useAuth, useLogOut } from './features/accounts/auth.ts';
import { Measurement } from './features/analytics/measurement.tsx';
import { RouteAnnouncer } from './features/layout/route-announcer.tsx';
import { ScriptHint } from './features/layout/script-hint.tsx';
import { SiteFooter } from './features/layout/site-footer.tsx';
import { SiteHeader } from './features/layout/site-header.tsx';
import { repeatEarlyTap } from './ui/hydration/early-taps.ts';
import { latePart } from './ui/late/late-part.tsx';
import { QuestionHost } from './ui/question-host.tsx';

/** The document around every page: header, footer and what exists once. */
export function RootDocument() {
  // The page is interactive from here on; measurements read this mark.
  useEffect(() => {
    performance.mark('interactive');
    repeatEarlyTap();
  }, []);
  return (
    <html lang="ko">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="theme-color" content={INK_950} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <HeadContent />
      </head>
      <body>
        <a
          href="#main"
          className="-translate-y-[calc(100%+16px)] fixed top-2 left-2 z-50 rounded bg-paper px-4 py-2.5 font-semibold text-ink-900 focus:translate-y-0 print:hidden"
        >
          본문으로 바로가기
        </a>
        <Content />
        <QuestionHost />
        <Measurement />
        <RouteAnnouncer />
        <Scripts />
      </body>
    </html>
  );
}

/**
 * One task, with nothing beside it. Whatever stands for an id: the server renders one shell for all
 * of them, and a footer that differed would make the browser render the document afresh.
 */
const TASK_PAGES = /^\/(login|purchase|purchase\/result|consult\/[^/]+)$/;

function Content() {
  // Unknown addresses below a frame's pages match it too, with the root marked: they show the
  // shop's "not found".
  const isForAdmins = useMatches({
    select: (matches) => matches.some((match) => match.staticData.isForAdmins) && !matches[0]?._notFound,
  });
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/' });
  const isTask = useLocation({ select: ({ pathname }) => TASK_PAGES.test(pathname) });
  if (isForAdmins) return <Outlet />;
  return (
    <>
      <Header isHome={isHome} />
      {/* The header of home lies on the picture and needs it as background. */}
      {!isHome && <ScriptHint className="mt-[60px]" />}
      <main id="main" tabIndex={-1} className="min-h-svh">
        <Outlet />
      </main>
      {isHome && <ScriptHint />}
      <SiteFooter isFolded={isTask} />
    </>
  );
}

/** Loads only for those who are logged in. */
const UnreadMark = latePart(async () => (await import('./features/consultations/unread/unread-mark.tsx')).UnreadMark, {
  says: 'nowhere',
});

function Header({ isHome }: { isHome: boolean }) {
  const auth = useAuth();
  const logOut = useLogOut();
  const navigate = useNavigate();
  const handleLogOut = async () => {
    await logOut();
    await navigate({ to: '/login' });
  };
  const markUnread = (className: string) =>
    auth.status === 'loggedIn' && <UnreadMark accountId={auth.user.id} className={className} />;
  return (
    <SiteHeader
      isHome={isHome}
      visitor={auth.status}
      isAdmin={auth.status === 'loggedIn' && auth.user.role === 'admin'}
      markUnread={markUnread}
      onLogOut={() => void handleLogOut()}
    />
  );
}
