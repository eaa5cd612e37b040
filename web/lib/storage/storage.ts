import { LAST_CASE_KEY } from '#shared/platform/offline.ts';

/**
 * Holds what this site stores in the browser; what only some pages store is in `page-storage.ts`. Storage may be
 * missing or full (private windows): then nothing is stored.
 */
export const PROMO_KEY = 'promo_shown';
export const CONSENT_KEY = 'analytics_consent';
export const CHOICES_KEY = 'choices';
export const DRAFTS_KEY = 'drafts';
export const ENTRIES_KEY = 'entries';
export const AGREED_TERMS_KEY = 'agreed_terms';
export const TAB_ACCOUNT_KEY = 'tab_account';
const LOGOUT_KEY = 'logout';

type Area = 'localStorage' | 'sessionStorage';

export function readStored(area: Area, key: string): string | undefined {
  try {
    return window[area].getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeStored(area: Area, key: string, value: string | undefined): void {
  try {
    if (value === undefined) window[area].removeItem(key);
    else window[area].setItem(key, value);
  } catch {
    // Nothing depends on it.
  }
}

/** Returns whether the book's popup was closed in this session (spec §2: the flag is set to 1). */
export const isPromoShown = () => readStored('sessionStorage', PROMO_KEY) === '1';
export const markPromoShown = () => writeStored('sessionStorage', PROMO_KEY, '1');

/** Returns what was chosen on the pages of services, as text. Kept per tab, through login and payment. */
export const readChoices = () => readStored('sessionStorage', CHOICES_KEY);
export const writeChoices = (text: string) => writeStored('sessionStorage', CHOICES_KEY, text);

/** Returns what was written in conversations and not sent, as text. Kept per tab. */
export const readDrafts = () => readStored('sessionStorage', DRAFTS_KEY);
export const writeDrafts = (text: string | undefined) => writeStored('sessionStorage', DRAFTS_KEY, text);

/** Returns what was typed into forms that were not sent, as text. Kept per tab. */
export const readEntries = () => readStored('sessionStorage', ENTRIES_KEY);
export const writeEntries = (text: string | undefined) => writeStored('sessionStorage', ENTRIES_KEY, text);

/** Deletes the case that was read last on this device, unless it is one of this account's. */
function forgetCase(accountId?: number): void {
  const kept = readStored('localStorage', LAST_CASE_KEY);
  if (!kept?.startsWith(`{"accountId":${accountId},`)) writeStored('localStorage', LAST_CASE_KEY, undefined);
}

/**
 * Deletes what was chosen, agreed to and typed in this tab. At a logout: the next user of a shared
 * computer must not find it.
 */
export function forgetChoices(): void {
  for (const key of [CHOICES_KEY, AGREED_TERMS_KEY, DRAFTS_KEY, ENTRIES_KEY, TAB_ACCOUNT_KEY]) {
    writeStored('sessionStorage', key, undefined);
  }
}

/** Deletes what was typed in this tab, and has the others do the same (`onLogoutElsewhere`). */
export function forgetInAllTabs(): void {
  forgetChoices();
  forgetCase();
  // The write alone tells them: nothing stays.
  writeStored('localStorage', LOGOUT_KEY, '1');
  writeStored('localStorage', LOGOUT_KEY, undefined);
}

/** Deletes what was typed in this tab after a logout in another one, and then calls `leave`. */
export function onLogoutElsewhere(leave: () => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== LOGOUT_KEY || newValue === null) return;
    forgetChoices();
    leave();
  });
}

/**
 * Notes whose account this tab has. What another account left, whose session ended without a logout,
 * is deleted; a visitor's choices belong to the first account that logs in.
 */
export function claimTab(accountId: number): void {
  const before = readStored('sessionStorage', TAB_ACCOUNT_KEY);
  if (before !== undefined && before !== String(accountId)) forgetChoices();
  forgetCase(accountId);
  writeStored('sessionStorage', TAB_ACCOUNT_KEY, String(accountId));
}

export type Consent = 'granted' | 'denied';

/** The visitor's answer about measurement; undefined before. */
export function readConsent(): Consent | undefined {
  const value = readStored('localStorage', CONSENT_KEY);
  return value === 'granted' || value === 'denied' ? value : undefined;
}
export const writeConsent = (consent: Consent) => writeStored('localStorage', CONSENT_KEY, consent);
