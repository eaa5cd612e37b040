import { readChoices, writeChoices } from '#web/lib/storage.ts';
import { type Choice, parseChoices, withChoice } from './choice.ts';

/** What this browser tab remembers of the visitor's choice for one service. */
export function readStoredChoice(serviceId: number): Choice | undefined {
  return parseChoices(readChoices())[serviceId];
}

/** Undefined forgets the choice: after a purchase the next one starts with unticked terms. */
export function storeChoice(serviceId: number, choice: Choice | undefined): void {
  writeChoices(JSON.stringify(withChoice(parseChoices(readChoices()), serviceId, choice)));
}
