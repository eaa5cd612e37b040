/** One style for both answers: neither is emphasised. */
export const CONSENT_BUTTON =
  'inline-flex min-h-11 min-w-32 flex-1 items-center justify-center rounded border border-ink-500 px-4 font-semibold text-small text-ink-900 hover:bg-olive-100 aria-pressed:border-olive-700 aria-pressed:bg-olive-100';
