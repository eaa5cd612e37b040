/** A part of a policy's text. */
export type PolicyBlock =
  | { kind: 'text'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'table'; caption: string; columns: readonly string[]; rows: readonly (readonly string[])[] };

export type PolicyArticle = { heading: string; blocks: readonly PolicyBlock[] };

/** A legally binding document. */
export type Policy = {
  title: string;
  lead: string;
  articles: readonly PolicyArticle[];
  /** Newest first; days as `2026-11-01`. */
  history: readonly { effectiveOn: string; change: string }[];
};

export const text = (words: string): PolicyBlock => ({ kind: 'text', text: words });
export const heading = (words: string): PolicyBlock => ({ kind: 'heading', text: words });
export const list = (...items: readonly string[]): PolicyBlock => ({ kind: 'list', items });
export const table = (
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): PolicyBlock => ({ kind: 'table', caption, columns, rows });
