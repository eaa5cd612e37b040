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
  return isIdentityOf(person, { name: account.fullname, phones: [account.phone] }, today);
}

/** Returns whether two ways of writing a name mean the same one; a blank name is no name. */
export function isSameName(one: string, other: string): boolean {
  return nameForm(one) !== '' && nameForm(one) === nameForm(other);
}

/** From this age on a person makes contracts alone (민법 4조). */
const ADULT_YEARS = 19;

/** Returns whether a person is of age on a day; both as in 1999-01-31. */
export function isAdult(birthDate: string, today: string): boolean {
  return ageOn(today, birthDate) >= ADULT_YEARS;
}

/**
 * Returns whether an identity check names a person by name and one of the phones, and the person is old enough. What
 * the check does not know counts against it.
 */
export function isIdentityOf(
  person: CheckedPerson,
  expected: { name: string; phones: readonly string[] },
  today: string,
): boolean {
  const hasPhone = person.phone !== '' && expected.phones.includes(phoneDigits(person.phone));
  const isOldEnough = person.birthDate !== '' && ageOn(today, person.birthDate) >= MIN_AGE_YEARS;
  return isSameName(person.name, expected.name) && hasPhone && isOldEnough;
}
