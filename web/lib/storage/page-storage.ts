import { type ReturnTo, safeReturnTo } from '#shared/platform/return-to.ts';
import { AGREED_TERMS_KEY, readStored, writeStored } from './storage.ts';

/** Holds what single pages store in the browser: it is no part of what every visitor loads. */
export const CATEGORY_KEY = 'selected_category';
export const RETURN_TO_KEY = 'return_to';
export const SAVED_USER_ID_KEY = 'saved_user_id';
export const MEMBER_KEY = 'member_here';
export const EMAIL_ASKED_KEY = 'email_asked';
export const PAYMENT_KEY = 'payment_begun';
export const JOIN_TOKEN_KEY = 'join_token';
export const INBOX_ALERTS_KEY = 'inbox_alerts';
export const PURCHASES_KEY = 'purchases_reported';
/** Older entries are ignored. */
const MAX_PURCHASES = 50;

/** The category tab that was open last; kept between visits (spec §3). */
export const readSelectedCategory = () => readStored('localStorage', CATEGORY_KEY);
export const writeSelectedCategory = (category: string) => writeStored('localStorage', CATEGORY_KEY, category);

/** Where a login leads (spec §6). Kept per tab, so that sign-up and social login keep it. */
export const rememberReturnTo = (returnTo: ReturnTo) => writeStored('sessionStorage', RETURN_TO_KEY, returnTo);
export const readReturnTo = () => safeReturnTo(readStored('sessionStorage', RETURN_TO_KEY));
export const forgetReturnTo = () => writeStored('sessionStorage', RETURN_TO_KEY, undefined);

/** The token of an invitation; kept per tab, through a login and the identity check. */
export const rememberJoinToken = (token: string) => writeStored('sessionStorage', JOIN_TOKEN_KEY, token);
export const readJoinToken = () => readStored('sessionStorage', JOIN_TOKEN_KEY);

/** The login id that the user asked to keep on this device. */
export const readSavedUserId = () => readStored('localStorage', SAVED_USER_ID_KEY);
export const writeSavedUserId = (userId: string | undefined) => writeStored('localStorage', SAVED_USER_ID_KEY, userId);

/** Returns whether a member has logged in or signed up on this device: visitors of others are led to sign up. */
export const isMemberKnown = () => readStored('localStorage', MEMBER_KEY) === '1';
export const markMemberKnown = () => writeStored('localStorage', MEMBER_KEY, '1');

/** Returns whether this tab's visitor was asked for an e-mail address and went on without one. */
export const isEmailAsked = () => readStored('sessionStorage', EMAIL_ASKED_KEY) === '1';
export const markEmailAsked = () => writeStored('sessionStorage', EMAIL_ASKED_KEY, '1');

type AgreedTerms = { filename: string; version: number }[];

/**
 * The terms agreed to before the purchase of a service, which is a separate document. As `14
 * case-terms.html@2`.
 */
export function rememberAgreedTerms(serviceId: number, terms: Readonly<AgreedTerms>): void {
  const names = terms.map(({ filename, version }) => `${filename}@${version}`);
  writeStored('sessionStorage', AGREED_TERMS_KEY, [serviceId, ...names].join(' '));
}

/** Undefined if nothing is stored for this service: then the newest texts apply. */
export function readAgreedTerms(serviceId: number): AgreedTerms | undefined {
  const [id, ...names] = (readStored('sessionStorage', AGREED_TERMS_KEY) ?? '').split(' ');
  if (id !== String(serviceId)) return undefined;
  return names.map((name) => {
    const [filename = '', version] = name.split('@');
    return { filename, version: Number(version) };
  });
}

/**
 * The order that a payment window was opened for, shared by all tabs: some phones return to another
 * tab.
 */
export const rememberPayment = (orderId: number) => writeStored('localStorage', PAYMENT_KEY, String(orderId));

/** Returns whether it was this order; forgets it. */
export function takePayment(orderId: number): boolean {
  const isIt = readStored('localStorage', PAYMENT_KEY) === String(orderId);
  if (isIt) writeStored('localStorage', PAYMENT_KEY, undefined);
  return isIt;
}

/** The purchase of this tab whose payment begins by itself on the next page, and what was said about its case. */
export const writePayAgain = (choice: string, texts: string) =>
  writeStored('sessionStorage', PAYMENT_KEY, `${choice}\n${texts}`);

/** Returns it, once. */
export function takePayAgain(): { choice: string; texts: string } | undefined {
  const stored = readStored('sessionStorage', PAYMENT_KEY);
  writeStored('sessionStorage', PAYMENT_KEY, undefined);
  if (stored === undefined) return undefined;
  const [choice = '', texts = ''] = stored.split('\n');
  return { choice, texts };
}

/** For private windows, where nothing is stored: at least this page does not repeat itself. */
const reportedHere = new Set<string>();
const reportedPurchases = () => (readStored('localStorage', PURCHASES_KEY) ?? '').split(' ').filter(Boolean);

/** Returns whether analytics already has this order. */
export const isPurchaseReported = (orderNumber: string) =>
  reportedHere.has(orderNumber) || reportedPurchases().includes(orderNumber);

export function markPurchaseReported(orderNumber: string): void {
  reportedHere.add(orderNumber);
  writeStored('localStorage', PURCHASES_KEY, [...reportedPurchases(), orderNumber].slice(-MAX_PURCHASES).join(' '));
}

/** Returns whether administrators hear and see new messages on this device; off until they switch it on. */
export const readInboxAlerts = () => readStored('localStorage', INBOX_ALERTS_KEY) === '1';
export const writeInboxAlerts = (isOn: boolean) =>
  writeStored('localStorage', INBOX_ALERTS_KEY, isOn ? '1' : undefined);
