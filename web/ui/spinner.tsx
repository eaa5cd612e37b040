/** Shown in place of a page while it loads. */
export function PageSpinner() {
  return (
    <div role="status" className="flex min-h-[60vh] flex-col items-center justify-center gap-4 pt-[60px]">
      <Spinner />
      <p className="shown-late text-ink-700 text-small">불러오고 있습니다</p>
    </div>
  );
}

export function Spinner({ className = 'size-8' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-block animate-spin rounded-full border-2 border-line border-t-olive-700 ${className}`}
    />
  );
}
