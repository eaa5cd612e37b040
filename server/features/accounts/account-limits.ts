import type { Config } from '#server/config.ts';
import { foldAscii } from '#server/lib/ascii-case.ts';
import type { Limit } from '#server/lib/limits/consume.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/lib/time.ts';
import { hashToken } from '#server/lib/tokens.ts';

/** Limits of one recovery call: per client address, and per requested e-mail address. */
export type RecoveryLimits = {
  perAddress: Limit;
  /** Per e-mail address and client address together: requests from one never block another. */
  perEmailAndAddress: Limit;
  /** From all client addresses; browsers known to the account are not counted. */
  perEmail: Limit;
};

/** Rate limits that protect accounts against guessing and flooding (contract §3, Limits). */
export type AccountLimits = {
  loginPerAccountAndAddress: Limit;
  loginPerAddress: Limit;
  /** Of browsers that are not known to the account. */
  loginPerAccount: Limit;
  /** Of each browser that is. */
  loginPerDevice: Limit;
  checkUserId: Limit;
  register: Limit;
  passwordReset: RecoveryLimits;
  findUserId: RecoveryLimits;
  /** Requests for a code that sets a new password, per client address; codes have limits of their own. */
  phoneReset: Limit;
  /** New passwords by such a code, per client address: each costs a hash, whatever the code is. */
  phoneResetCodes: Limit;
  /** Attempts to give a second factor, per account; known browsers and sessions have their own. */
  secondFactor: Limit;
  /** Wrong passwords during a session, per account. */
  passwordCheck: Limit;
  /** Changes of the e-mail address, per account: each mails two addresses and stores two links. */
  emailChanges: Limit;
  /** Invitations to staff sent, per inviting account, and accepted, per client address. */
  staffInvitations: Limit;
  staffAcceptances: Limit;
  /** Soldiers registered, per account. */
  soldiers: Limit;
  /** Exports of the user's own data, per account. */
  personalData: Limit;
};

/**
 * Per 15 minutes, for all waiting logins of an account together: each of them ends after five wrong
 * codes, but a person who knows the password can begin many at once.
 */
const SECOND_FACTORS = 15;

/** Per 15 minutes. Each export reads everything that the database holds about a user. */
const PERSONAL_DATA_FILES = 20;

/** Per day. */
const EMAIL_CHANGES = 30;

/** Per day: a firm hires few people, and each invitation mails an address that an administrator types. */
const STAFF_INVITATIONS = 30;

/** Per 15 minutes. */
const STAFF_ACCEPTANCES = 20;

/** Creates the limits from the configuration. */
export function createAccountLimits(limits: Config['limits']): AccountLimits {
  const quarter = { windowMs: 15 * MINUTE_MS };
  function recovery(name: string): RecoveryLimits {
    return {
      perAddress: { ...quarter, name: `${name}-address`, points: limits.recoveryPerAddress },
      perEmailAndAddress: { ...quarter, name: `${name}-email`, points: limits.recoveryPerEmail },
      perEmail: { ...quarter, name: `${name}-email-wide`, points: limits.recoveryPerEmailWide },
    };
  }
  return {
    loginPerAccountAndAddress: { ...quarter, name: 'login', points: limits.loginFailures },
    loginPerAddress: { ...quarter, name: 'login-address', points: limits.loginFailuresWide },
    loginPerAccount: { ...quarter, name: 'login-account', points: limits.loginFailuresWide },
    loginPerDevice: { ...quarter, name: 'login-device', points: limits.loginFailures },
    checkUserId: {
      name: 'check-userid',
      points: limits.checkUserIdPerMinute,
      windowMs: MINUTE_MS,
    },
    register: { name: 'register', points: limits.registerPerHour, windowMs: HOUR_MS },
    passwordReset: recovery('reset'),
    findUserId: recovery('find-id'),
    phoneReset: { ...quarter, name: 'reset-phone', points: limits.recoveryPerAddress },
    phoneResetCodes: { ...quarter, name: 'reset-code', points: limits.loginFailuresWide },
    secondFactor: { ...quarter, name: 'second-factor', points: SECOND_FACTORS },
    passwordCheck: { ...quarter, name: 'password', points: limits.loginFailures },
    emailChanges: { name: 'email-changes', points: EMAIL_CHANGES, windowMs: DAY_MS },
    staffInvitations: { name: 'staff-invitations', points: STAFF_INVITATIONS, windowMs: DAY_MS },
    staffAcceptances: { ...quarter, name: 'staff-acceptances', points: STAFF_ACCEPTANCES },
    soldiers: { name: 'soldiers', points: limits.soldiersPerDay, windowMs: DAY_MS },
    personalData: { ...quarter, name: 'personal-data', points: PERSONAL_DATA_FILES },
  };
}

/** Hashes a login id or an e-mail address into a counter key: fixed length, and not readable. */
export function limitKey(text: string): string {
  return hashToken(foldAscii(text)).toString('base64url');
}

/** Returns the key of the failed logins of one account from one address. */
export function loginKey(userId: string, address: string): string {
  return `${limitKey(userId)}:${address}`;
}
