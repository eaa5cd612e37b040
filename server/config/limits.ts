import { positive, type Values } from './fields.ts';

export const limitVariables = {
  LIMIT_LOGIN_FAILURES: positive.default(10),
  LIMIT_LOGIN_FAILURES_WIDE: positive.default(100),
  LIMIT_CHECK_USERID_PER_MINUTE: positive.default(60),
  LIMIT_REGISTER_PER_HOUR: positive.default(60),
  LIMIT_RECOVERY_PER_ADDRESS: positive.default(10),
  LIMIT_RECOVERY_PER_EMAIL: positive.default(5),
  LIMIT_RECOVERY_PER_EMAIL_WIDE: positive.default(50),
  LIMIT_SOLDIERS_PER_DAY: positive.default(500),
  LIMIT_ORDERS_PER_MINUTE: positive.default(30),
  LIMIT_PAYMENT_CALLS_PER_MINUTE: positive.default(20),
  LIMIT_SOCIAL_PER_MINUTE: positive.default(60),
  LIMIT_MESSAGES_PER_MINUTE: positive.default(30),
  LIMIT_CONVERSATIONS_PER_HOUR: positive.default(20),
  LIMIT_FILES_PER_HOUR: positive.default(60),
  LIMIT_FILE_MIB: positive.default(1024),
  LIMIT_STREAMS_PER_USER: positive.default(3),
  LIMIT_STREAMS: positive.default(2000),
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

export function limitsConfig(env: Values<typeof limitVariables>): Limits {
  return {
    loginFailures: env.LIMIT_LOGIN_FAILURES,
    loginFailuresWide: env.LIMIT_LOGIN_FAILURES_WIDE,
    checkUserIdPerMinute: env.LIMIT_CHECK_USERID_PER_MINUTE,
    registerPerHour: env.LIMIT_REGISTER_PER_HOUR,
    recoveryPerAddress: env.LIMIT_RECOVERY_PER_ADDRESS,
    recoveryPerEmail: env.LIMIT_RECOVERY_PER_EMAIL,
    recoveryPerEmailWide: env.LIMIT_RECOVERY_PER_EMAIL_WIDE,
    soldiersPerDay: env.LIMIT_SOLDIERS_PER_DAY,
    ordersPerMinute: env.LIMIT_ORDERS_PER_MINUTE,
    paymentCallsPerMinute: env.LIMIT_PAYMENT_CALLS_PER_MINUTE,
    socialPerMinute: env.LIMIT_SOCIAL_PER_MINUTE,
    messagesPerMinute: env.LIMIT_MESSAGES_PER_MINUTE,
    conversationsPerHour: env.LIMIT_CONVERSATIONS_PER_HOUR,
    filesPerHour: env.LIMIT_FILES_PER_HOUR,
    fileMib: env.LIMIT_FILE_MIB,
    streamsPerUser: env.LIMIT_STREAMS_PER_USER,
    streams: env.LIMIT_STREAMS,
    adminSearchesPerMinute: env.LIMIT_STAFF_SEARCHES_PER_MINUTE,
    adminExports: env.LIMIT_STAFF_EXPORTS,
  };
}
