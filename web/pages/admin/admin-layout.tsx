import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FIRM } from '#content/firm.ts';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import { ADMIN_MANIFEST_PATH } from '#shared/platform/admin-manifest.ts';
import { KeysDialog } from '#web/admin-kit/keys/keys-dialog.tsx';
import { usePageActs } from '#web/admin-kit/keys/page-acts.ts';
import { UndoToast } from '#web/admin-kit/undo/undo-toast.tsx';
import { usePermissions } from '#web/features/accounts/admin/use-permissions.ts';
import { useLogOut } from '#web/features/accounts/auth.ts';
import { AskOutcome } from '#web/features/orders/admin/ask-outcome.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { AdminNav } from './admin-nav.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { SearchDialog, useSearchKey } from './search/search-dialog.tsx';

/** The shop's fields and buttons, with less height for a mouse. */
const DENSE =
  'text-dense [&_:is(input,select):not([type=checkbox])]:h-11 md:[&_:is(input,select):not([type=checkbox])]:h-10 [&_:is(input,select,textarea,label)]:text-dense [&_:is(.min-h-12)]:min-h-11 [&_:is(.min-h-12)]:px-4 md:[&_:is(.min-h-12)]:min-h-10';

/** The frame of every admin page: the menu on the left, behind a button on small screens. */
export function AdminLayout() {
  const [isOpen, setOpen] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [isSearching, setSearching] = useState(false);
  // The search shows orders and members.
  const maySearch = mayDo(usePermissions(), 'orders');
  useSearchKey(maySearch, () => setSearching(true));
  const [isHelping, setHelping] = useState(false);
  const logOut = useLogOut();
  const navigate = useNavigate();
  const handleLogOut = async () => {
    setLeaving(true);
    await logOut();
    await navigate({ to: '/login' });
  };
  usePageActs([
    { name: '단축키 보기', key: '?', act: () => setHelping(true) },
    { name: '로그아웃', act: handleLogOut },
  ]);
  return (
    <div className="tight:[--bar:0px] min-h-svh low:[--bar:0px] [--bar:57px] md:[--bar:0px] md:grid md:grid-cols-[208px_minmax(0,1fr)]">
      {/* React puts it into the head. */}
      <link rel="manifest" href={ADMIN_MANIFEST_PATH} />
      <header className="bg-ink-950 px-3 text-paper md:sticky md:top-0 md:h-svh md:overflow-y-auto">
        <div className="flex min-h-[60px] items-center justify-between px-3">
          <Link
            to="/admin"
            className="flex min-h-11 items-center gap-x-2 whitespace-nowrap font-bold text-small md:flex-col md:items-start md:py-3"
          >
            {FIRM.centreName}
            <span className="font-normal text-caption text-paper/80">관리자</span>
          </Link>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls="admin-menu"
            onClick={() => setOpen(!isOpen)}
            className="-mr-2 inline-flex min-h-11 items-center rounded px-2 text-small md:hidden"
          >
            메뉴
          </button>
        </div>
        <AdminNav
          id="admin-menu"
          className={`pb-4 md:block ${isOpen ? '' : 'hidden'}`}
          isLeaving={isLeaving}
          onSearch={maySearch ? () => setSearching(true) : undefined}
          onHelp={() => setHelping(true)}
          onLeave={() => setOpen(false)}
          onLogOut={() => void handleLogOut()}
        />
      </header>
      <main id="main" tabIndex={-1} className={`min-w-0 pb-(--bar) ${DENSE}`}>
        {/* A page that is still rendered would refetch its data, be refused, and redirect to a
            login that returns here. */}
        {isLeaving ? <PageSpinner /> : <Outlet />}
        <UndoToast />
      </main>
      {!isLeaving && <PhoneBar onSearch={maySearch ? () => setSearching(true) : undefined} />}
      <KeysDialog isOpen={isHelping} onClose={() => setHelping(false)} />
      {maySearch && <AskOutcome />}
      {maySearch && <SearchDialog isOpen={isSearching} onClose={() => setSearching(false)} />}
    </div>
  );
}
