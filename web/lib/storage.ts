import { type ReturnTo, safeReturnTo } from '#shared/platform/return-to.ts';

/**
 * Everything that this site stores in the browser. Storage may be missing or full (private
 * windows): then nothing is stored.
 */
export const CATEGORY_KEY = 'selected_category';
export const PROMO_KEY = 'promo_shown';
export const PROMO_SNOOZE_KEY = 'promo_snoozed_until';
export const RETURN_TO_KEY = 'return_to';
export const SAVED_USER_ID_KEY = 'saved_user_id';
export const CONSENT_KEY = 'analytics_consent';
export const AGREED_TERMS_KEY = 'agreed_terms';
export const CHOICES_KEY = 'choices';
export const EMAIL_ASKED_KEY = 'email_asked';
export const PAYMENT_KEY = 'payment_begun';
export const DRAFTS_KEY = 'drafts';
export const INBOX_ALERTS_KEY = 'inbox_alerts';
export const PURCHASES_KEY = 'purchases_reported';
/** Older entries are ignored. */
const MAX_PURCHASES = 50;

type Area = 'localStorage' | 'sessionStorage';

function read(area: Area, key: string): string | undefined {
  try {
    return window[area].getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(area: Area, key: string, value: string | undefined): void {
  try {
    if (value === undefined) window[area].removeItem(key);
    else window[area].setItem(key, value);
  } catch {
    // Nothing depends on it.
  }
}

/** The category tab that was open last; kept between visits (spec §3). */
export const readSelectedCategory = () => read('localStorage', CATEGORY_KEY);
export const writeSelectedCategory = (category: string) => write('localStorage', CATEGORY_KEY, category);

/** Whether the book's popup was closed in this session (spec §2: the flag is set to 1). */
export const isPromoShown = () => read('sessionStorage', PROMO_KEY) === '1';
export const markPromoShown = () => write('sessionStorage', PROMO_KEY, '1');

/** Until when the popup is snoozed, in milliseconds since 1970. */
export const readPromoSnooze = () => Number(read('localStorage', PROMO_SNOOZE_KEY) ?? 0);
export const writePromoSnooze = (untilMs: number) => write('localStorage', PROMO_SNOOZE_KEY, String(untilMs));

/** Where a login leads (spec §6). Kept per tab, so that sign-up and social login keep it. */
export const rememberReturnTo = (returnTo: ReturnTo) => write('sessionStorage', RETURN_TO_KEY, returnTo);
export const readReturnTo = () => safeReturnTo(read('sessionStorage', RETURN_TO_KEY));
export const forgetReturnTo = () => write('sessionStorage', RETURN_TO_KEY, undefined);

/** What was chosen on the pages of services, as text. Kept per tab, through login and payment. */
export const readChoices = () => read('sessionStorage', CHOICES_KEY);
export const writeChoices = (text: string) => write('sessionStorage', CHOICES_KEY, text);

/** What was written in conversations and not sent, as text. Kept between visits. */
export const readDrafts = () => read('localStorage', DRAFTS_KEY);
export const writeDrafts = (text: string | undefined) => write('localStorage', DRAFTS_KEY, text);

/** At a logout: the next user of a shared computer must not find them. */
export function forgetChoices(): void {
  write('sessionStorage', CHOICES_KEY, undefined);
  writeDrafts(undefined);
}

/** The login id that the user asked to keep on this device. */
export const readSavedUserId = () => read('localStorage', SAVED_USER_ID_KEY);
export const writeSavedUserId = (userId: string | undefined) => write('localStorage', SAVED_USER_ID_KEY, userId);

/** Whether this tab's visitor was asked for an e-mail address and went on without one. */
export const isEmailAsked = () => read('sessionStorage', EMAIL_ASKED_KEY) === '1';
export const markEmailAsked = () => write('sessionStorage', EMAIL_ASKED_KEY, '1');

type AgreedTerms = { filename: string; version: number }[];

/**
 * The terms agreed to before the purchase of a service, which is a separate document. As `14
 * case-terms.html@2`.
 */
export function rememberAgreedTerms(serviceId: number, terms: Readonly<AgreedTerms>): void {
  const names = terms.map(({ filename, version }) => `${filename}@${version}`);
  write('sessionStorage', AGREED_TERMS_KEY, [serviceId, ...names].join(' '));
}

/** Undefined if nothing is stored for this service: then the newest texts apply. */
export function readAgreedTerms(serviceId: number): AgreedTerms | undefined {
  const [id, ...names] = (read('sessionStorage', AGREED_TERMS_KEY) ?? '').split(' ');
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
export const rememberPayment = (orderId: number) => write('localStorage', PAYMENT_KEY, String(orderId));

/** Whether it was this order; forgets it. */
export function takePayment(orderId: number): boolean {
  const isIt = read('localStorage', PAYMENT_KEY) === String(orderId);
  if (isIt) write('localStorage', PAYMENT_KEY, undefined);
  return isIt;
}

export type Consent = 'granted' | 'denied';

/** The visitor's answer about measurement; undefined before. */
export function readConsent(): Consent | undefined {
  const value = read('localStorage', CONSENT_KEY);
  return value === 'granted' || value === 'denied' ? value : undefined;
}
export const writeConsent = (consent: Consent) => write('localStorage', CONSENT_KEY, consent);

/** For private windows, where nothing is stored: at least this page does not repeat itself. */
const reportedHere = new Set<string>();
const reportedPurchases = () => (read('localStorage', PURCHASES_KEY) ?? '').split(' ').filter(Boolean);

/** Whether analytics already has this order. */
export const isPurchaseReported = (orderNumber: string) =>
  reportedHere.has(orderNumber) || reportedPurchases().includes(orderNumber);

export function markPurchaseReported(orderNumber: string): void {
  reportedHere.add(orderNumber);
  write('localStorage', PURCHASES_KEY, [...reportedPurchases(), orderNumber].slice(-MAX_PURCHASES).join(' '));
}

/** Whether staff hear and see new messages on this device; off until they switch it on. */
export const readInboxAlerts = () => read('localStorage', INBOX_ALERTS_KEY) === '1';
export const writeInboxAlerts = (isOn: boolean) => write('localStorage', INBOX_ALERTS_KEY, isOn ? '1' : undefined);
