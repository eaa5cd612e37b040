import { useSyncExternalStore } from 'react';
import { type Consent, readConsent, writeConsent } from '#web/lib/storage/storage.ts';

/** `unconfigured`: analytics is not set up, so there is no question. */
export type ConsentState = Consent | 'undecided' | 'unconfigured';

const listeners = new Set<() => void>();
/** Decided on this page; storage may be unavailable. */
let decided: Consent | undefined;

/** What the server put into the head, if analytics is configured. */
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
  for (const listener of listeners) listener();
}

export function onConsent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const onServer = (): ConsentState => 'unconfigured';

export function useConsent(): ConsentState {
  return useSyncExternalStore(onConsent, consentState, onServer);
}
