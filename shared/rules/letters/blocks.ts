/** A part of a letter: page and PDF are made of the same parts. */
export type LetterBlock =
  | { kind: 'title' | 'heading' | 'paragraph' | 'note'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; rows: [string, string][] };

/** The data of an order that a letter names. */
export type LetterData = {
  orderNumber: string;
  serviceTitle: string;
  plan: string;
  client: string;
  payer: string;
  /** The lawyer who takes the case; null while there is none. */
  lawyer: string | null;
  scope: string;
  /** In won, with value added tax. */
  fee: number;
  /** Special terms; empty for none. */
  terms: string;
  /** The day in Korea on which it is offered, as `2026-11-27`. */
  day: string;
};
