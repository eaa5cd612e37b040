import { useSyncExternalStore } from 'react';
import { CONSENT_KEY, type Consent, readConsent, writeConsent } from '#web/lib/storage/storage.ts';

/** `unconfigured`: analytics is not set up, so there is no question. */
export type ConsentState = Consent | 'undecided' | 'unconfigured';

const listeners = new Set<() => void>();
/** Decided on this page; storage may be unavailable. */
let decided: Consent | undefined;

/** Returns what the server put into the head, if analytics is configured. */
export function measurementId(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="measurement-id"]')?.content;
}

export function consentState(): ConsentState {
  if (measurementId() === undefined) return 'unconfigured';
  return decided ?? readConsent() ?? 'undecided';
}

/** Stores the visitor's choice and notifies the listeners. */
export function decideConsent(consent: Consent): void {
  decided = consent;
  writeConsent(consent);
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** The answer of another tab holds for this one too. */
function readAgain(): void {
  decided = undefined;
  notify();
}

/** Without a key all of the browser's data were cleared. */
function handleStorage({ key }: StorageEvent): void {
  if (key === CONSENT_KEY || key === null) readAgain();
}

/** A page in the back/forward cache hears nothing of other tabs. */
function handlePageShow({ persisted }: PageTransitionEvent): void {
  if (persisted) readAgain();
}

/** Calls the listener when the choice changes, in whichever tab. */
export function onConsent(listener: () => void): () => void {
  listeners.add(listener);
  // The browser ignores a second registration of the same function.
  window.addEventListener('storage', handleStorage);
  window.addEventListener('pageshow', handlePageShow);
  return () => listeners.delete(listener);
}

const onServer = (): ConsentState => 'unconfigured';

export function useConsent(): ConsentState {
  return useSyncExternalStore(onConsent, consentState, onServer);
}
