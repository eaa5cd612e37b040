import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { OrderSoldier } from '#shared/features/orders/schemas.ts';
import type { TermsReference } from '#shared/features/terms/schemas.ts';
import type { OrderActor, OrderStatus } from '#shared/rules/order-status.ts';
import type { ProofKind } from '#shared/rules/payments/proof.ts';
import type { ServiceCategory } from '#shared/rules/service-category.ts';
import type { MilitaryStatus, Relationship } from '#shared/rules/soldier.ts';
import type { Callee } from '#shared/rules/work/callback-slots.ts';
import type { CallOutcome, PendingAct } from '#shared/rules/work/calls.ts';
import type { CreatedAt, NullableJson, UpdatedAt } from './columns.ts';

export type SoldiersTable = {
  id: GeneratedAlways<number>;
  user_id: number;
  fullname: string;
  relationship: Relationship;
  military_status: MilitaryStatus;
  phone: string | null;
  email: string | null;
  created_at: CreatedAt;
  /** The last edit of the military status, set by a trigger; null when there was none. */
  status_changed_at: ColumnType<Date | null, never, never>;
};

export type OrdersTable = {
  id: Generated<number>;
  order_number: string;
  user_id: number;
  soldier_id: number | null;
  service_id: number;
  service_title: string;
  category: ServiceCategory;
  selected_plan: string;
  plan_description: Generated<string>;
  price: number;
  paid_price: Generated<number>;
  status: Generated<OrderStatus>;
  soldier: NullableJson<OrderSoldier>;
  /** The terms accepted with the order; null for orders older than this column. */
  agreed_terms: NullableJson<TermsReference[]>;
  /** When an administrator first wrote a note on it or set its status. */
  handled_at: Date | null;
  /** When the firm began to work on it; used by the refund policy (spec §9). */
  work_started_at: Date | null;
  work_closed_at: Date | null;
  /** The buyer's words about the case, encrypted; null when nothing was said. */
  case_description_sealed: Generated<Buffer | null>;
  /** A day in Korea, as `2026-03-01`. */
  deadline_on: string | null;
  contact_window: Generated<string>;
  /** When it was paid, or confirmed by an administrator; kept when the money goes back. */
  paid_at: Date | null;
  /** Until when the firm promised to call; null like `paid_at`. */
  contact_by: Date | null;
  /** The first call to the buyer. */
  contacted_at: Date | null;
  contacted_by: number | null;
  /** The administrator who takes the case. */
  assignee_id: number | null;
  /** The first last day among the deadlines, kept by a trigger. */
  last_day: ColumnType<string | null, never, never>;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
};

/** A step of a case; customers read it, unless it is private. */
export type OrderStepsTable = {
  id: Generated<number>;
  order_id: number;
  position: number;
  title: string;
  due_on: string | null;
  note_sealed: Generated<Buffer | null>;
  done_at: Date | null;
  done_by: number | null;
  /** When the customer's notice of it was queued, which happens once. */
  notified_at: Date | null;
  /** Shown to administrators alone. */
  is_private: Generated<boolean>;
  /** Filed in the client's name: waits for the letter. */
  is_filing: Generated<boolean>;
  /** Counts the changes of title, day, note and privacy. */
  version: Generated<number>;
  created_at: CreatedAt;
};

/** A call that the buyer has booked; a cancelled one has no row. */
export type CallbacksTable = {
  id: GeneratedAlways<number>;
  order_id: number;
  starts_at: Date;
  ends_at: Date;
  whom: Generated<Callee>;
  /** How often it was moved. */
  moves: Generated<number>;
  /** When the reminder was queued. */
  reminded_at: Date | null;
  /** When the firm called, which ends the booking. */
  contacted_at: Date | null;
  /** The call that has ended it. */
  call_id: number | null;
  created_at: CreatedAt;
  /** The customer who booked it; null where an administrator did. */
  booked_by: number | null;
};

/** A call to the buyer of an order, with its outcome. */
export type OrderCallsTable = {
  id: Generated<number>;
  order_id: number;
  called_at: Date;
  called_by: number;
  outcome: CallOutcome;
  note_sealed: Generated<Buffer | null>;
  /** When the firm calls next. */
  again_at: Date | null;
  /** When the notice of the call was queued. */
  told_at: Date | null;
  created_at: CreatedAt;
};

/** An act of an administrator of which the customer learns when it is due. */
export type PendingActsTable = {
  id: Generated<number>;
  order_id: number;
  kind: PendingAct;
  step_id: number | null;
  call_id: number | null;
  actor_id: number;
  due_at: Date;
  /** Of a message: the number of the request, and the text. */
  client_id: Generated<string | null>;
  text_sealed: Generated<Buffer | null>;
};

/** One row. */
/** Holidays that administrators have added. */
export type DeclaredHolidaysTable = { day: string; name: string };

export type CallbackSettingsTable = {
  only_row: Generated<boolean>;
  /** Places in each slot. */
  capacity: Generated<number>;
  /** The hours for calls as the API writes them; null: the office hours. */
  hours: NullableJson<unknown>;
};

export type OrderNotesTable = {
  id: Generated<number>;
  order_id: number;
  author_id: number;
  text_sealed: Generated<Buffer | null>;
  is_visible: Generated<boolean>;
  created_at: CreatedAt;
};

/** The receipt of the order's payment for the tax office. */
export type OrderProofsTable = {
  id: Generated<number>;
  order_id: number;
  kind: ProofKind;
  /** Encrypted: people write numbers of persons into it. */
  number_sealed: Buffer | null;
  issued_on: string | null;
  note_sealed: Buffer | null;
  updated_at: UpdatedAt;
};

/** The other side of the case; for administrators alone. */
export type OrderOpponentsTable = {
  id: Generated<number>;
  order_id: number;
  name_sealed: Buffer;
  /** Keyed hash of the whole name without spaces and case. */
  name_hash: Buffer;
};

export type OrderEventsTable = {
  id: Generated<number>;
  order_id: number;
  status: OrderStatus;
  /** The shop's own sentence. */
  note: Generated<string>;
  /** Holds what a person wrote, encrypted; `note` then is empty. */
  note_sealed: Generated<Buffer | null>;
  actor: OrderActor;
  actor_user_id: number | null;
  created_at: CreatedAt;
  /** It is about the work: those who read the case's progress read it, any other entry the payer. */
  is_progress: Generated<boolean>;
};
