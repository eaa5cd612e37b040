// Colours animate on hover only: a button that becomes enabled must be readable at once.
const BASE =
  'inline-flex min-h-12 items-center justify-center rounded px-6 font-semibold hover:transition-colors hover:duration-150 disabled:cursor-not-allowed';

const KINDS = {
  primary: 'bg-olive-700 text-paper hover:bg-ink-900 disabled:bg-line disabled:text-ink-700',
  secondary: 'border border-ink-500 text-ink-900 hover:bg-olive-100 disabled:border-line disabled:text-ink-500',
  danger: 'bg-danger text-paper hover:bg-ink-900 disabled:bg-line disabled:text-ink-700',
} as const;

/** The styles of a button, or of a link that acts like one. */
export function buttonClass(kind: keyof typeof KINDS, more = ''): string {
  return `${BASE} ${KINDS[kind]} ${more}`;
}

/** A text link or small button with a touch target of 44 px. */
export const TEXT_LINK =
  'inline-flex min-h-11 min-w-11 items-center text-small font-semibold text-olive-700 underline underline-offset-4';

/** A link within a sentence, as high as its line. */
export const LINK_IN_TEXT = 'font-semibold text-olive-700 underline underline-offset-4';
