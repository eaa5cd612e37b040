/** Scrolls by one viewport height (spec); without animation if reduced motion is preferred. */
function scrollOneScreen() {
  const isReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollBy({ top: window.innerHeight, behavior: isReduced ? 'instant' : 'smooth' });
}

export function ScrollCue() {
  return (
    <button
      type="button"
      onClick={scrollOneScreen}
      aria-label="아래로 한 화면 이동"
      className="absolute -top-6 left-1/2 flex size-12 -translate-x-1/2 items-center justify-center rounded-full border border-brass-300 bg-ink-950 text-brass-300 transition-colors duration-150 hover:bg-ink-900"
    >
      <svg viewBox="0 0 24 24" className="size-5 fill-none stroke-current" strokeWidth="1.75" aria-hidden="true">
        <path d="M12 4v15m-6-6 6 6 6-6" />
      </svg>
    </button>
  );
}
