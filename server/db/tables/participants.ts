import type { Generated } from 'kysely';
import type { Area, ConsentKind, ParticipantRole, ParticipantState } from '#shared/rules/case-access/areas.ts';
import type { CreatedAt } from './columns.ts';

export type ParticipantsTable = {
  id: Generated<number>;
  order_id: number;
  role: ParticipantRole;
  state: ParticipantState;
  /** Null until an invited person joins. */
  user_id: number | null;
  /** The areas that the client lets the payer read; in the payer's row. */
  shares: Generated<Area[]>;
  shares_until: Date | null;
  joined_at: Date | null;
  ended_at: Date | null;
  created_at: CreatedAt;
  /** Keyed hash of the provider's identifier of the person who joined. */
  person_hash: Buffer | null;
};

/** A person's consent in a case; a withdrawn one stays. */
export type CaseConsentsTable = {
  id: Generated<number>;
  order_id: number;
  user_id: number;
  kind: ConsentKind;
  /** Of the text that was shown. */
  version: string;
  given_at: Date;
  withdrawn_at: Date | null;
};

/** A link that invites a person to a case. */
export type CaseInvitationsTable = {
  id: Generated<number>;
  participant_id: number;
  token_hash: Buffer;
  invited_by: number;
  /** Name and phone of a guardian as JSON; null for the client. */
  person_sealed: Buffer | null;
  state: Generated<'open' | 'accepted' | 'replaced' | 'withdrawn' | 'failed'>;
  failures: Generated<number>;
  /** How often the inviter was reminded. */
  reminders: Generated<number>;
  created_at: Date;
  expires_at: Date;
};

/** An act of a person with a part in a case. */
export type CaseEventsTable = {
  id: Generated<number>;
  order_id: number;
  user_id: number;
  kind:
    | 'invited'
    | 'invitation_withdrawn'
    | 'invitation_refused'
    | 'joined'
    | 'shares_changed'
    | 'shares_ended'
    | 'left';
  shares: Area[] | null;
  shares_until: Date | null;
  created_at: Date;
};

/** That a person read an area of a case on a day. */
export type CaseViewsTable = {
  id: Generated<number>;
  order_id: number;
  user_id: number;
  role: 'payer' | 'guardian' | 'firm';
  area: Area;
  /** In Korea, as `2026-03-01`. */
  day: string;
  /** The first time on that day. */
  viewed_at: Date;
};
