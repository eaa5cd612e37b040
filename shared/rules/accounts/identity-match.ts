import { phoneDigits } from '../../format/phone.ts';
import { readLine } from '../../text/typed-text.ts';

/** Younger people need the consent of a guardian, which the shop does not collect. */
export const MIN_AGE_YEARS = 14;

/** A person as an identity check names them. Empty text is a value that it does not know. */
export type CheckedPerson = {
  name: string;
  phone: string;
  /** As in 1999-01-31. */
  birthDate: string;
};

/** Spaces and letter case differ between what people type and what carriers keep. */
function nameForm(name: string): string {
  return readLine(name).replace(/\s/g, '').toLowerCase();
}

/** Completed years on a day; both as in 1999-01-31. */
function ageOn(today: string, birthDate: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/**
 * Returns whether an identity check proves the phone of an account: name and phone are the account's, and the person
 * is old enough. What the check does not know counts against it.
 */
export function isOwnIdentity(
  person: CheckedPerson,
  account: { fullname: string; phone: string },
  today: string,
): boolean {
  const hasName = nameForm(person.name) !== '' && nameForm(person.name) === nameForm(account.fullname);
  const hasPhone = person.phone !== '' && phoneDigits(person.phone) === account.phone;
  const isOldEnough = person.birthDate !== '' && ageOn(today, person.birthDate) >= MIN_AGE_YEARS;
  return hasName && hasPhone && isOldEnough;
}
