import { readChoices, writeChoices } from '#web/lib/storage/storage.ts';
import { type CaseTexts, type Choice, NO_CHOICE, parseChoices, withChoice, withFreshTicks } from './choice.ts';

/** Returns what this browser tab remembers of the visitor's choice for one service. */
export function readStoredChoice(serviceId: number): Choice | undefined {
  const choice = parseChoices(readChoices())[serviceId];
  return choice && withFreshTicks(choice, Date.now());
}

/** Keeps what the buyer typed about the case, through a refused payment. */
export function storeCase(serviceId: number, texts: CaseTexts): void {
  storeChoice(serviceId, { ...(readStoredChoice(serviceId) ?? NO_CHOICE), case: texts });
}

/** Undefined forgets the choice: after a purchase the next one starts with unticked terms. */
export function storeChoice(serviceId: number, choice: Choice | undefined): void {
  writeChoices(JSON.stringify(withChoice(parseChoices(readChoices()), serviceId, choice)));
}
