import type {
  ConsentsTable,
  EmailLinksTable,
  IdentityChecksTable,
  KnownDevicesTable,
  LoginEventsTable,
  MarketingConsentsTable,
  PasskeyChallengesTable,
  PasswordResetsTable,
  PendingLoginsTable,
  PhoneCodesTable,
  PhoneProofsTable,
  RecoveryCodesTable,
  ResetRequestsTable,
  RetainedBuyersTable,
  SavedFiltersTable,
  SecondFactorDelaysTable,
  SecondFactorsTable,
  SessionsTable,
  SocialIdentitiesTable,
  SocialLoginAttemptsTable,
  SocialTokensTable,
  StaffInvitationsTable,
  StaffProfilesTable,
  UserPermissionsTable,
  UsersTable,
} from './tables/accounts.ts';
import type {
  GateOverridesTable,
  OrderDeadlinesTable,
  OrderPapersTable,
  OrderQuestionSetsTable,
  QuestionAnswersTable,
  QuestionsAskedAgainTable,
} from './tables/casework.ts';
import type {
  CatalogueStateTable,
  ImageFilesTable,
  ImagesTable,
  ServiceStepsTable,
  ServicesTable,
  TermsVersionsTable,
} from './tables/catalogue.ts';
import type {
  AttachmentPartsTable,
  AttachmentsTable,
  CannedRepliesTable,
  ConversationMessagesTable,
  ConversationNotesTable,
  ConversationReadsTable,
  ConversationsTable,
  FileRemovalsTable,
} from './tables/conversations.ts';
import type { LetterDocumentsTable, LetterEventsTable, LetterSignaturesTable, LettersTable } from './tables/letters.ts';
import type { MailsTable, NoticeEventsTable, NoticeSettingsTable, NoticesTable } from './tables/messages.ts';
import type {
  AuditChainTable,
  AuditLogTable,
  BuildFilesTable,
  BuildsTable,
  DataKeysTable,
  JobsTable,
  LastBackupTable,
  RateLimitsTable,
} from './tables/operation.ts';
import type {
  CallbackSettingsTable,
  CallbacksTable,
  DeclaredHolidaysTable,
  OrderCallsTable,
  OrderEventsTable,
  OrderNotesTable,
  OrderOpponentsTable,
  OrderProofsTable,
  OrderStepsTable,
  OrdersTable,
  PendingActsTable,
  SoldiersTable,
} from './tables/orders.ts';
import type {
  CaseConsentsTable,
  CaseEventsTable,
  CaseInvitationsTable,
  CaseViewsTable,
  ParticipantsTable,
} from './tables/participants.ts';
import type {
  PaymentAttemptsTable,
  PaymentDifferencesTable,
  PaymentEventsTable,
  PaymentWebhooksTable,
  RefundProposalsTable,
  RefundRequestsTable,
  RefundsTable,
} from './tables/payments.ts';
import type { PushKeysTable, PushMessagesTable, PushSubscriptionsTable } from './tables/push.ts';

export type * from './tables/accounts.ts';
export type * from './tables/casework.ts';
export type * from './tables/catalogue.ts';
export type * from './tables/conversations.ts';
export type * from './tables/letters.ts';
export type * from './tables/messages.ts';
export type * from './tables/operation.ts';
export type * from './tables/orders.ts';
export type * from './tables/payments.ts';
export type * from './tables/push.ts';

/** The migrated tables. */
export type Database = {
  users: UsersTable;
  consents: ConsentsTable;
  marketing_consents: MarketingConsentsTable;
  sessions: SessionsTable;
  known_devices: KnownDevicesTable;
  user_permissions: UserPermissionsTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  pending_logins: PendingLoginsTable;
  second_factor_delays: SecondFactorDelaysTable;
  passkey_challenges: PasskeyChallengesTable;
  email_links: EmailLinksTable;
  staff_invitations: StaffInvitationsTable;
  phone_codes: PhoneCodesTable;
  identity_checks: IdentityChecksTable;
  phone_proofs: PhoneProofsTable;
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
  refund_proposals: RefundProposalsTable;
  payment_webhooks: PaymentWebhooksTable;
  payment_events: PaymentEventsTable;
  /** View: the amount paid for each order, from the payment events. */
  payment_books: { order_id: number; paid: number };
  payment_differences: PaymentDifferencesTable;
  order_notes: OrderNotesTable;
  order_opponents: OrderOpponentsTable;
  participants: ParticipantsTable;
  case_consents: CaseConsentsTable;
  case_invitations: CaseInvitationsTable;
  case_events: CaseEventsTable;
  case_views: CaseViewsTable;
  order_proofs: OrderProofsTable;
  order_calls: OrderCallsTable;
  pending_acts: PendingActsTable;
  order_deadlines: OrderDeadlinesTable;
  order_papers: OrderPapersTable;
  gate_overrides: GateOverridesTable;
  order_question_sets: OrderQuestionSetsTable;
  question_answers: QuestionAnswersTable;
  questions_asked_again: QuestionsAskedAgainTable;
  letters: LettersTable;
  letter_documents: LetterDocumentsTable;
  letter_signatures: LetterSignaturesTable;
  letter_events: LetterEventsTable;
  callbacks: CallbacksTable;
  callback_settings: CallbackSettingsTable;
  declared_holidays: DeclaredHolidaysTable;
  staff_profiles: StaffProfilesTable;
  order_steps: OrderStepsTable;
  service_steps: ServiceStepsTable;
  saved_filters: SavedFiltersTable;
  audit_log: AuditLogTable;
  audit_chain: AuditChainTable;
  social_identities: SocialIdentitiesTable;
  social_login_attempts: SocialLoginAttemptsTable;
  social_tokens: SocialTokensTable;
  rate_limits: RateLimitsTable;
  jobs: JobsTable;
  last_backup: LastBackupTable;
  reset_requests: ResetRequestsTable;
  builds: BuildsTable;
  build_files: BuildFilesTable;
  data_keys: DataKeysTable;
  conversations: ConversationsTable;
  conversation_messages: ConversationMessagesTable;
  conversation_notes: ConversationNotesTable;
  conversation_reads: ConversationReadsTable;
  canned_replies: CannedRepliesTable;
  attachments: AttachmentsTable;
  attachment_parts: AttachmentPartsTable;
  file_removals: FileRemovalsTable;
  images: ImagesTable;
  image_files: ImageFilesTable;
  mails: MailsTable;
  notice_events: NoticeEventsTable;
  notices: NoticesTable;
  notice_settings: NoticeSettingsTable;
  push_keys: PushKeysTable;
  push_subscriptions: PushSubscriptionsTable;
  push_messages: PushMessagesTable;
};
