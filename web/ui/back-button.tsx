import { useRouter } from '@tanstack/react-router';
import { isSitePath } from '#shared/platform/return-to.ts';

/**
 * Returns whether a step back stays within this tab's visit of the site. The router counts only pages since the last
 * full load, which a typed address is; older browsers know nothing better than the length.
 */
function canGoBack(): boolean {
  const { navigation, history }: { navigation?: Navigation; history: History } = window;
  return navigation?.canGoBack ?? history.length > 1;
}

/** Goes to the page `to`, or one step back; to home if this is the first page of the visit. */
export function BackButton({ to }: { to?: string | undefined }) {
  const router = useRouter();
  const handleClick = () => {
    if (to === undefined && canGoBack()) {
      router.history.back();
      return;
    }
    const { pathname, searchParams, hash } = new URL(isSitePath(to) ? to : '/', window.location.origin);
    void router.navigate({ to: pathname, search: Object.fromEntries(searchParams), hash: hash.slice(1) });
  };
  return (
    <button
      type="button"
      onClick={handleClick}
      className="-ml-2 inline-flex min-h-11 items-center gap-1 rounded px-2 font-semibold text-small text-ink-700 transition-colors duration-150 hover:text-ink-900"
    >
      <svg viewBox="0 0 24 24" className="size-5 fill-none stroke-current" strokeWidth="1.75" aria-hidden="true">
        <path d="m14.5 5.5-6.5 6.5 6.5 6.5" />
      </svg>
      뒤로
    </button>
  );
}
