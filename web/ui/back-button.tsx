import { useCanGoBack, useRouter } from '@tanstack/react-router';

/** Goes to `to`, or one step back; to home if this is the first page of the visit. */
export function BackButton({ to }: { to?: string }) {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const handleClick = () => {
    if (to === undefined && canGoBack) router.history.back();
    else void router.navigate({ to: to ?? '/' });
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
