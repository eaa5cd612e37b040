import type { Generated } from 'kysely';
import type { SealProblem } from '#shared/features/letters/schemas.ts';
import type { SignerRole, StoredLetterState } from '#shared/rules/letters/letter-state.ts';
import type { CreatedAt } from './columns.ts';

/** A letter of a case (수임계약서). */
export type LettersTable = {
  id: Generated<number>;
  order_id: number;
  state: Generated<StoredLetterState>;
  /** Version of the texts in `content/letters`. */
  template: string;
  scope_sealed: Buffer | null;
  terms_sealed: Generated<Buffer | null>;
  fee: number;
  is_minor: Generated<boolean>;
  has_sole_custody: Generated<boolean>;
  offered_at: Date | null;
  expires_at: Date | null;
  declined_by: 'client' | 'guardian' | 'payer' | null;
  reason_sealed: Generated<Buffer | null>;
  /** When all had signed. */
  completed_at: Date | null;
  seal: 'none' | 'pades' | 'pades_timestamped' | null;
  seal_failures: Generated<number>;
  /** Why the last try failed; null once sealed. */
  seal_problem: SealProblem | null;
  sealed_at: Date | null;
  pdf_sealed: Buffer | null;
  evidence_sealed: Buffer | null;
  created_at: CreatedAt;
};

/** A letter's text or the sheet of its payer. */
export type LetterDocumentsTable = {
  id: Generated<number>;
  letter_id: number;
  kind: 'letter' | 'payer_sheet';
  /** Null in a draft, like the columns below. */
  content_sealed: Generated<Buffer | null>;
  html_sealed: Generated<Buffer | null>;
  /** Of the HTML, in hexadecimal digits. */
  sha256: string | null;
};

export type LetterSignaturesTable = {
  id: Generated<number>;
  document_id: number;
  role: SignerRole;
  user_id: number;
  client_id: string | null;
  evidence_sealed: Buffer | null;
  signed_at: Date;
};

export type LetterEventsTable = {
  id: Generated<number>;
  letter_id: number;
  kind:
    | 'offered'
    | 'read'
    | 'signed'
    | 'declined'
    | 'withdrawn'
    | 'replaced'
    | 'sole_custody'
    | 'shared_custody'
    | 'sealed';
  role: SignerRole | 'system';
  user_id: number | null;
  at: Date;
};
