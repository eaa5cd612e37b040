import type { Generated, GeneratedAlways } from 'kysely';
import type { LoginMethod, LoginResult } from '#shared/features/accounts/login-method.ts';
import type { Permission } from '#shared/features/accounts/permissions.ts';
import type { IdentityAct, PhoneProofMethod } from '#shared/features/accounts/phone-schemas.ts';
import type { SocialProvider } from '#shared/features/oauth/schemas.ts';
import type { MarketingChannel, MarketingSource } from '#shared/rules/notices/marketing.ts';
import type { MilitaryStatus } from '#shared/rules/soldier.ts';
import type { CreatedAt, UpdatedAt } from './columns.ts';

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
  /** True when the password has to be looked at, or changed, because the account became an administrator's. */
  password_due: Generated<PasswordDue>;
  /** When set, the row remains only because its orders reference it (decision 012). */
  closed_at: Date | null;
};

export type PasswordDue = 'no' | 'check' | 'change';

export type UserPermissionsTable = { user_id: number; permission: Permission };

/** Invitations to become an administrator that were neither used nor withdrawn. */
export type StaffInvitationsTable = {
  id: GeneratedAlways<number>;
  token_hash: Buffer;
  email: string;
  fullname: string;
  permissions: Permission[];
  /** The administrator with whose right to give them the invitation ends. */
  invited_by: number;
  created_at: Date;
  expires_at: Date;
};

export type ConsentsTable = {
  user_id: number;
  document: string;
  version: string;
  agreed_at: UpdatedAt;
  withdrawn_at: Date | null;
};

/** Each consent to advertising and each withdrawal; `remind_at` is set while a consent stands. */
export type MarketingConsentsTable = {
  id: GeneratedAlways<number>;
  user_id: number;
  channel: MarketingChannel;
  is_given: boolean;
  source: MarketingSource;
  version: string;
  changed_at: Date;
  confirmed_at: Date | null;
  remind_at: Date | null;
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

/** The code that was last sent to an account's phone. */
export type PhoneCodesTable = {
  user_id: number;
  purpose: Generated<'proof' | 'reset'>;
  phone: string;
  code_hash: Buffer;
  failures: Generated<number>;
  created_at: Date;
  expires_at: Date;
};

/** Identity checks of the payment provider that were begun. */
export type IdentityChecksTable = {
  id: string;
  user_id: number;
  session_id: number;
  purpose: 'phone';
  created_at: Date;
  expires_at: Date;
  receipt_hash: Buffer | null;
  /** The one act that it served; null until then. */
  used_for: IdentityAct | null;
};

/** How the present number of an account was proved. */
export type PhoneProofsTable = {
  user_id: number;
  method: PhoneProofMethod;
  phone: string;
  proven_at: Date;
  person_hash: Buffer | null;
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

/** How an administrator is named to customers; without a row by the name of the account. */
export type StaffProfilesTable = {
  user_id: number;
  name: Generated<string>;
  title: Generated<string>;
  takes_cases: Generated<boolean>;
  /** The last day of an absence. */
  away_until: Generated<string | null>;
  /** Does the work meanwhile. */
  substitute_id: Generated<number | null>;
};

/** A list's query that an administrator keeps, as it is in an address. */
export type SavedFiltersTable = {
  id: GeneratedAlways<number>;
  user_id: number;
  list: string;
  name: string;
  query: string;
  is_shared: Generated<boolean>;
  created_at: CreatedAt;
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

/** Requests for a new password that a job turns into links. */
export type ResetRequestsTable = { id: string; email: string; attempts: Generated<number>; due_at: Date };
