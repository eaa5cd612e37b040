import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { LoginMethod, LoginResult } from '#shared/features/accounts/login-method.ts';
import type { Permission } from '#shared/features/accounts/permissions.ts';
import type { ScanState } from '#shared/features/attachments/schemas.ts';
import type { SocialProvider } from '#shared/features/oauth/schemas.ts';
import type { OrderSoldier, VirtualAccount } from '#shared/features/orders/schemas.ts';
import type { RefundAccount } from '#shared/features/payments/refund-schemas.ts';
import type { TermsReference } from '#shared/features/terms/schemas.ts';
import type { ImageFormat } from '#shared/platform/image-url.ts';
import type { ConversationEvent, ConversationStatus } from '#shared/rules/conversation-status.ts';
import type { NoticeChannel, NoticeKind, NoticeState } from '#shared/rules/notices/notices.ts';
import type { OrderActor, OrderStatus } from '#shared/rules/order-status.ts';
import type { AttemptState } from '#shared/rules/payments/payment-status.ts';
import type { RefundBasis } from '#shared/rules/payments/refund-policy.ts';
import type { ServiceCategory } from '#shared/rules/service-category.ts';
import type { MilitaryStatus, Relationship } from '#shared/rules/soldier.ts';

/** JSON columns are read as parsed values and written as text. */
type Json<T> = ColumnType<T, string, string>;
type NullableJson<T> = ColumnType<T | null, string | null, string | null>;
type CreatedAt = ColumnType<Date, Date | undefined, never>;
type UpdatedAt = ColumnType<Date, Date | undefined, Date>;

export type UsersTable = {
  id: GeneratedAlways<number>;
  user_id: string;
  password_hash: string | null;
  fullname: Generated<string>;
  phone: Generated<string>;
  phone_verified: Generated<boolean>;
  email: Generated<string>;
  military_status: MilitaryStatus | null;
  role: Generated<'user' | 'admin'>;
  created_at: CreatedAt;
  /** The address whose owner opened a link that was sent to it. */
  verified_email: string | null;
  /**
   * Where recovery goes while a changed address is not verified, and until when; null: to `email`.
   */
  recovery_email: string | null;
  recovery_until: Date | null;
  is_active: Generated<boolean>;
  /** Whether the password has to be looked at, or changed, because the account became an administrator's. */
  password_due: Generated<PasswordDue>;
  /** When set, the row remains only because its orders reference it (decision 012). */
  closed_at: Date | null;
};

export type PasswordDue = 'no' | 'check' | 'change';

export type UserPermissionsTable = { user_id: number; permission: Permission };

export type ConsentsTable = {
  user_id: number;
  document: string;
  version: string;
  agreed_at: UpdatedAt;
  withdrawn_at: Date | null;
};

export type SessionsTable = {
  id: GeneratedAlways<number>;
  token_hash: Buffer;
  user_id: number;
  /** False: the cookie ends with the browser, and the session after 12 hours. */
  is_persistent: Generated<boolean>;
  created_at: CreatedAt;
  last_used_at: UpdatedAt;
  expires_at: Date;
  address: Generated<string>;
  user_agent: Generated<string>;
  /** When a second factor was last given in it. */
  stepped_up_at: Date | null;
};

export type SecondFactorsTable = {
  id: GeneratedAlways<number>;
  user_id: number;
  kind: 'totp' | 'passkey';
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  /** totp: the secret, encrypted. */
  secret: Buffer | null;
  confirmed_at: Date | null;
  last_step: number | null;
  credential_id: string | null;
  public_key: Buffer | null;
  counter: number | null;
  transports: string | null;
};

export type RecoveryCodesTable = { user_id: number; code_hash: Buffer; created_at: Date; used_at: Date | null };

/** Logins whose second factor is still to come. */
export type PendingLoginsTable = {
  token_hash: Buffer;
  user_id: number;
  password_hash: string | null;
  is_persistent: boolean;
  failures: Generated<number>;
  expires_at: Date;
};

export type SecondFactorDelaysTable = { user_id: number; rounds: number; until: Date };

export type PasskeyChallengesTable = {
  challenge: string;
  user_id: number;
  purpose: 'enrol' | 'login' | 'step_up';
  bound_to: Buffer;
  expires_at: Date;
};

export type KnownDevicesTable = { user_id: number; token_hash: Buffer; created_at: CreatedAt; expires_at: Date };

export type LoginEventsTable = {
  id: GeneratedAlways<number>;
  /** Null when no account has the entered login id. */
  user_id: number | null;
  is_staff: Generated<boolean>;
  result: LoginResult;
  method: LoginMethod;
  address: string;
  user_agent: string;
  created_at: CreatedAt;
};

export type PasswordResetsTable = {
  token_hash: Buffer;
  user_id: number;
  request_id: string;
  expires_at: Date;
  ended_at: Date | null;
};

export type EmailLinksTable = {
  id: GeneratedAlways<number>;
  token_hash: Buffer;
  user_id: number;
  kind: 'verify' | 'undo';
  /** verify: the address that is proved; undo: the address that comes back. */
  email: string;
  created_at: Date;
  expires_at: Date;
  ended_at: Date | null;
};

export type RetainedBuyersTable = { user_id: number; fullname: string; phone: string; email: string; keep_until: Date };

export type ServicesTable = {
  id: Generated<number>;
  title: string;
  tagline: Generated<string>;
  category: ServiceCategory;
  position: Generated<number>;
  card_description: Generated<string>;
  /** Validated on read: the column may hold JSON text within JSON (spec §3). */
  price: Json<unknown>;
  description: Json<unknown>;
  requires_auth: Generated<boolean>;
  requires_soldier: Generated<boolean>;
  /** Not shown in the shop, and cannot be bought. */
  is_hidden: Generated<boolean>;
  scheduled_price: Json<unknown> | null;
  /** Incremented by each change of an administrator. */
  revision: Generated<number>;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
  deleted_at: Date | null;
  /** The administrator who takes its orders when they are paid. */
  default_assignee_id: number | null;
  /** Changes with every write. */
  write_id: GeneratedAlways<string>;
};

/** Append-only: a trigger refuses every other change. */
export type TermsVersionsTable = {
  filename: string;
  version: number;
  title: string;
  html: string;
  created_at: CreatedAt;
  /** Null for a text that ships with the program. */
  created_by: number | null;
  note: Generated<string>;
};

export type CatalogueStateTable = { only_row: Generated<boolean>; version: number };

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
  id: GeneratedAlways<number>;
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
  /** The buyer's words about the case; empty when nothing was said. */
  case_description: Generated<string>;
  /** A day in Korea, as `2026-03-01`. */
  deadline_on: string | null;
  contact_window: Generated<string>;
  /** When it was paid, or confirmed by staff; null for orders of before it was kept. */
  paid_at: Date | null;
  /** Until when the firm promised to call; null like `paid_at`. */
  contact_by: Date | null;
  /** The first call to the buyer. */
  contacted_at: Date | null;
  contacted_by: number | null;
  /** The administrator who takes the case. */
  assignee_id: number | null;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
};

/** How an administrator is named to customers; without a row by the name of the account. */
export type StaffProfilesTable = {
  user_id: number;
  name: Generated<string>;
  title: Generated<string>;
  takes_cases: Generated<boolean>;
};

/** A step of a case; customers read it. */
export type OrderStepsTable = {
  id: GeneratedAlways<number>;
  order_id: number;
  position: number;
  title: string;
  due_on: string | null;
  note: Generated<string>;
  done_at: Date | null;
  done_by: number | null;
  /** When the customer's notice of it was queued, which happens once. */
  notified_at: Date | null;
  created_at: CreatedAt;
};

/** Titles of the steps that orders of a service are given. */
export type ServiceStepsTable = { service_id: number; position: number; title: string };

/** A list's query that an administrator keeps, as it is in an address. */
export type SavedFiltersTable = {
  id: GeneratedAlways<number>;
  user_id: number;
  list: string;
  name: string;
  query: string;
  created_at: CreatedAt;
};

export type OrderNotesTable = {
  id: GeneratedAlways<number>;
  order_id: number;
  author_id: number;
  text: string;
  is_visible: Generated<boolean>;
  created_at: CreatedAt;
};

/** Deltas that each change of an order adds; a job aggregates them into days and totals. */
export type OrderChangesTable = {
  day: string;
  service_id: number;
  category: ServiceCategory;
  status: OrderStatus;
  orders: number;
  revenue: number;
};
export type OrderDaysTable = OrderChangesTable;
export type OrderTotalsTable = { status: OrderStatus; orders: number };

export type OrderEventsTable = {
  id: GeneratedAlways<number>;
  order_id: number;
  status: OrderStatus;
  note: Generated<string>;
  actor: OrderActor;
  actor_user_id: number | null;
  created_at: CreatedAt;
};

export type PaymentAttemptsTable = {
  id: GeneratedAlways<number>;
  order_id: number;
  receipt_id: string;
  state: AttemptState;
  lease_until: Date;
  amount: number | null;
  /** Amount refunded according to the provider. */
  cancelled_amount: Generated<number>;
  method: Generated<string>;
  paid_at: Date | null;
  receipt_url: string | null;
  virtual_account: NullableJson<VirtualAccount>;
  note: Generated<string>;
  /** When the current exchange with the provider began; a trigger sets it. */
  began_at: GeneratedAlways<Date | null>;
  due_at: Generated<Date>;
  /** Amount refunded outside the provider, in won. */
  returned_outside: Generated<number>;
  compared_at: Date | null;
  dropped_at: Date | null;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
};

export type PaymentWebhooksTable = {
  id: GeneratedAlways<number>;
  receipt_id: string;
  order_number: string;
  webhook_type: Generated<string>;
  cancelled_price: Generated<number>;
  payload: Json<unknown>;
  state: Generated<'new' | 'done' | 'unknown'>;
  times_received: Generated<number>;
  /** When it last arrived. */
  attempts: Generated<number>;
  due_at: Date;
  /** When it first became due; a repeated webhook does not change it. */
  waiting_since: Generated<Date>;
  note: Generated<string>;
  received_at: Date;
  last_received_at: Date;
  handled_at: Date | null;
  handled_by: number | null;
};

/** Append-only, written by triggers on attempts and refunds. */
export type PaymentEventsTable = {
  id: GeneratedAlways<number>;
  at: CreatedAt;
  order_id: number;
  receipt_id: string;
  kind: string;
  amount: number | null;
  cancel_id: string | null;
  note: Generated<string>;
};

export type PaymentDifferencesTable = {
  id: GeneratedAlways<number>;
  order_id: number;
  receipt_id: Generated<string>;
  kind: 'missing' | 'amount' | 'other_order' | 'books' | 'refund';
  ours: number;
  theirs: number;
  found_at: Date;
  last_seen_at: Date;
  handled_at: Date | null;
  handled_by: number | null;
  note: Generated<string>;
};

export type RefundsTable = {
  id: GeneratedAlways<number>;
  order_id: number;
  receipt_id: string;
  cancel_id: string;
  amount: number;
  reason: string;
  requested_by: string;
  state: Generated<'requested' | 'done' | 'refused'>;
  attempts: Generated<number>;
  last_error: Generated<string>;
  /** Null for automatic refunds. */
  requested_by_id: number | null;
  /** Amount of the receipt refunded before; null for refunds older than this column. */
  cancelled_before: number | null;
  account: NullableJson<RefundAccount>;
  lease_until: Generated<Date>;
  due_at: Generated<Date>;
  /** When the refund was last sent to the provider. */
  sent_at: Date | null;
  awaits_account: Generated<boolean>;
  channel: Generated<'provider' | 'outside'>;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
};

/** A customer's refund request and the decision on it. */
export type RefundRequestsTable = {
  id: GeneratedAlways<number>;
  order_id: number;
  state: Generated<'open' | 'granted' | 'refused' | 'withdrawn'>;
  /** Amount that the refund policy allowed at the time of the request, in won. */
  amount: number;
  policy_basis: RefundBasis;
  policy_reason: string;
  /** The customer's reason; `note` holds the administrator's. */
  reason: string;
  note: Generated<string>;
  granted_amount: number | null;
  /** The refund that granted it; null when the money was returned in another way. */
  refund_id: number | null;
  decided_by: number | null;
  created_at: Date;
  decided_at: Date | null;
};

/** Append-only: a trigger refuses every other change. */
export type AuditLogTable = {
  id: GeneratedAlways<number>;
  at: CreatedAt;
  /** Null for automatic acts. */
  actor_id: number | null;
  actor_login: string;
  address: string;
  action: string;
  subject_type: string;
  subject_id: string | null;
  before: NullableJson<unknown>;
  after: NullableJson<unknown>;
  reason: Generated<string>;
};

export type SocialIdentitiesTable = {
  provider: SocialProvider;
  subject: string;
  user_id: number;
  created_at: CreatedAt;
};

export type SocialLoginAttemptsTable = {
  state_hash: Buffer;
  browser_hash: Buffer;
  provider: SocialProvider;
  code_verifier: string;
  nonce: string;
  return_to: string;
  expires_at: Date;
};

export type SocialTokensTable = {
  token_hash: Buffer;
  browser_hash: Buffer;
  provider: SocialProvider;
  subject: string;
  fullname: string;
  email: string;
  expires_at: Date;
};

/** A mail with its kind and parameters (decision 011). */
export type MailsTable = {
  id: GeneratedAlways<number>;
  kind: string;
  recipient: string;
  /** Empty once its secret was erased. */
  params: Json<unknown>;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  due_at: Date | null;
  last_error: Generated<string>;
  created_at: CreatedAt;
  ended_at: Date | null;
};

/** Something that a customer is notified of; a job plans its notices (decision 031). */
export type NoticeEventsTable = {
  id: GeneratedAlways<number>;
  kind: NoticeKind;
  user_id: number;
  order_id: number | null;
  params: Generated<Json<unknown>>;
  /** Set where the mail was queued together with the event. */
  mail_id: number | null;
  event_key: string | null;
  created_at: CreatedAt;
  planned_at: Date | null;
};

/** One message of an event by one channel. The state of a mail is the state of its row in `mails`. */
export type NoticesTable = {
  id: GeneratedAlways<number>;
  event_id: number;
  channel: NoticeChannel;
  state: Generated<NoticeState>;
  mail_id: number | null;
  /** The number at the moment of sending. */
  phone: string | null;
  attempts: Generated<number>;
  /** When it is sent, or asked about, next; null once it has ended. */
  due_at: Date | null;
  /** The provider's id of the message, or of the group that holds it. */
  provider_ref: string | null;
  /** The provider's last answer was lost: it may have taken the message. */
  is_unclear: Generated<boolean>;
  last_error: Generated<string>;
  created_at: CreatedAt;
  sent_at: Date | null;
  delivered_at: Date | null;
};

/** Settings that differ from the defaults. */
export type NoticeSettingsTable = {
  user_id: number;
  kind: NoticeKind;
  channel: NoticeChannel;
  is_on: boolean;
  changed_at: UpdatedAt;
};

/** An uploaded image; width and height are those of its largest file. */
export type ImagesTable = {
  id: string;
  sha256: Buffer;
  width: number;
  height: number;
  created_by: number | null;
  created_at: CreatedAt;
};
export type ImageFilesTable = { image_id: string; width: number; format: ImageFormat; bytes: Buffer };

/** Keys that stored texts and files were written with. */
export type DataKeysTable = { id: string; fingerprint: Buffer; created_at: CreatedAt };

export type ConversationsTable = {
  id: Generated<number>;
  user_id: number;
  /** Null where an event of the firm began it. */
  client_id: string | null;
  /** Encrypted, with its keyed index. */
  subject: Buffer;
  subject_grams: number[];
  order_id: number | null;
  service_id: number | null;
  previous_id: number | null;
  status: ConversationStatus;
  /** A day in Korea as `2026-12-01`. */
  hold_until: string | null;
  assignee_id: number | null;
  version: Generated<number>;
  last_seq: Generated<number>;
  last_note: Generated<number>;
  /** How many messages each side wrote. */
  customer_count: Generated<number>;
  staff_count: Generated<number>;
  last_message_seq: number | null;
  last_staff_seq: Generated<number>;
  /** When the first unanswered message arrived. */
  waiting_since: Date | null;
  first_asked_at: Date | null;
  first_answered_at: Date | null;
  /** Minutes of office hours between the two. */
  first_response_minutes: number | null;
  reply_due_at: Date | null;
  reply_noticed_seq: Generated<number>;
  waiting_due_at: Date | null;
  created_at: Date;
  updated_at: Date;
  closed_at: Date | null;
  /** By the database's clock, for instances that missed a notification. */
  changed_at: Generated<Date>;
};

/** What a customer can see. */
export type ConversationMessagesTable = {
  id: Generated<number>;
  conversation_id: number;
  seq: number;
  kind: 'message' | 'event';
  event: ConversationEvent | null;
  author_kind: 'customer' | 'staff' | 'system';
  author_id: number | null;
  client_id: string | null;
  text: Buffer;
  grams: number[];
  /** The conversation's counts, this message included. */
  customer_count: number;
  staff_count: number;
  created_at: Date;
};

/** What only staff see. */
export type ConversationNotesTable = {
  id: Generated<number>;
  conversation_id: number;
  note: number;
  seq: number;
  author_id: number;
  client_id: string;
  text: Buffer;
  grams: number[];
  created_at: Date;
};

export type ConversationReadsTable = {
  conversation_id: number;
  user_id: number;
  is_staff: boolean;
  seq: number;
  /** How many messages of the other side are up to `seq`. */
  read_count: number;
};

export type CannedRepliesTable = {
  id: GeneratedAlways<number>;
  title: string;
  text: string;
  created_at: Date;
  updated_at: Date;
};

export type AttachmentsTable = {
  id: Generated<number>;
  owner_id: number;
  /** Whether staff uploaded it. */
  is_staff: boolean;
  state: Generated<'uploading' | 'stored'>;
  /** None until a message or a note carries it. */
  conversation_id: number | null;
  message_id: number | null;
  note_id: number | null;
  position: Generated<number>;
  /** Encrypted. */
  filename: Buffer;
  media_type: Generated<string>;
  size: Generated<number>;
  sha256: Generated<Buffer>;
  /** The key of the file's parts, encrypted. */
  file_key: Buffer;
  scan: Generated<ScanState>;
  preview: Generated<'none' | 'possible' | 'made'>;
  created_at: Date;
};

/** At most 1 MiB each, encrypted. */
export type AttachmentPartsTable = { attachment_id: number; is_preview: boolean; number: number; bytes: Buffer };

export type RateLimitsTable = { key: string; points: Generated<number>; expire: number | null };

/** The migrated tables. */
export type Database = {
  users: UsersTable;
  consents: ConsentsTable;
  sessions: SessionsTable;
  known_devices: KnownDevicesTable;
  user_permissions: UserPermissionsTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  pending_logins: PendingLoginsTable;
  second_factor_delays: SecondFactorDelaysTable;
  passkey_challenges: PasskeyChallengesTable;
  email_links: EmailLinksTable;
  login_events: LoginEventsTable;
  password_resets: PasswordResetsTable;
  retained_buyers: RetainedBuyersTable;
  services: ServicesTable;
  catalogue_state: CatalogueStateTable;
  terms_versions: TermsVersionsTable;
  soldiers: SoldiersTable;
  orders: OrdersTable;
  order_events: OrderEventsTable;
  payment_attempts: PaymentAttemptsTable;
  refunds: RefundsTable;
  refund_requests: RefundRequestsTable;
  payment_webhooks: PaymentWebhooksTable;
  payment_events: PaymentEventsTable;
  /** View: the amount paid for each order, from the payment events. */
  payment_books: { order_id: number; paid: number };
  payment_differences: PaymentDifferencesTable;
  order_notes: OrderNotesTable;
  staff_profiles: StaffProfilesTable;
  order_steps: OrderStepsTable;
  service_steps: ServiceStepsTable;
  saved_filters: SavedFiltersTable;
  order_changes: OrderChangesTable;
  order_days: OrderDaysTable;
  order_totals: OrderTotalsTable;
  audit_log: AuditLogTable;
  social_identities: SocialIdentitiesTable;
  social_login_attempts: SocialLoginAttemptsTable;
  social_tokens: SocialTokensTable;
  rate_limits: RateLimitsTable;
  data_keys: DataKeysTable;
  conversations: ConversationsTable;
  conversation_messages: ConversationMessagesTable;
  conversation_notes: ConversationNotesTable;
  conversation_reads: ConversationReadsTable;
  canned_replies: CannedRepliesTable;
  attachments: AttachmentsTable;
  attachment_parts: AttachmentPartsTable;
  images: ImagesTable;
  image_files: ImageFilesTable;
  mails: MailsTable;
  notice_events: NoticeEventsTable;
  notices: NoticesTable;
  notice_settings: NoticeSettingsTable;
};
