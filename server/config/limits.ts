import { positive, type Values } from './fields.ts';

export const limitVariables = {
  LIMIT_LOGIN_FAILURES_WIDE: positive.default(100),
  LIMIT_SOLDIERS_PER_DAY: positive.default(500),
  LIMIT_CONVERSATIONS_PER_HOUR: positive.default(20),
  LIMIT_FILES_PER_HOUR: positive.default(60),
  LIMIT_STAFF_SEARCHES_PER_MINUTE: positive.default(120),
  LIMIT_STAFF_EXPORTS: positive.default(20),
};

/** How often something may be done; 0 switches a limit off (contract §3). */
export type Limits = {
  /** Failed logins in 15 minutes per account and address together. */
  loginFailures: number;
  /** Failed logins in 15 minutes per address, and per account. */
  loginFailuresWide: number;
  checkUserIdPerMinute: number;
  registerPerHour: number;
  /** Mails for a new password in 15 minutes per address, and as many for a login id. */
  recoveryPerAddress: number;
  /** The same per e-mail address that is asked for. */
  recoveryPerEmail: number;
  /**
   * The same from all client addresses together; browsers known to the account are not counted.
   */
  recoveryPerEmailWide: number;
  /** Soldiers that a user registers. */
  soldiersPerDay: number;
  ordersPerMinute: number;
  /** Confirmations of a payment per user, and as many cancellations of an order. */
  paymentCallsPerMinute: number;
  /** Ways to a provider begun, per address. */
  socialPerMinute: number;
  /** Messages per customer; ten times as many in a day. */
  messagesPerMinute: number;
  /** Conversations that a customer opens. */
  conversationsPerHour: number;
  /** Files that a customer uploads. */
  filesPerHour: number;
  /** MiB of files that are stored for a customer. */
  fileMib: number;
  /** Event streams of one user, and of this process. */
  streamsPerUser: number;
  streams: number;
  /** Searched lists and statistics together, per administrator. */
  adminSearchesPerMinute: number;
  /** Exports in 10 minutes, per administrator. */
  adminExports: number;
};

/** The limits that no installation changes. */
const FIXED = {
  loginFailures: 10,
  checkUserIdPerMinute: 60,
  registerPerHour: 60,
  recoveryPerAddress: 10,
  recoveryPerEmail: 5,
  recoveryPerEmailWide: 50,
  ordersPerMinute: 30,
  paymentCallsPerMinute: 20,
  socialPerMinute: 60,
  messagesPerMinute: 30,
  fileMib: 1024,
  streamsPerUser: 3,
  streams: 2000,
};

export function limitsConfig(env: Values<typeof limitVariables>): Limits {
  return {
    ...FIXED,
    loginFailuresWide: env.LIMIT_LOGIN_FAILURES_WIDE,
    soldiersPerDay: env.LIMIT_SOLDIERS_PER_DAY,
    conversationsPerHour: env.LIMIT_CONVERSATIONS_PER_HOUR,
    filesPerHour: env.LIMIT_FILES_PER_HOUR,
    adminSearchesPerMinute: env.LIMIT_STAFF_SEARCHES_PER_MINUTE,
    adminExports: env.LIMIT_STAFF_EXPORTS,
  };
}
