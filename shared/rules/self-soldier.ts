import { type Relationship, SELF } from './soldier.ts';

/** Describes what an account and a soldier have in common. */
export type Contact = { fullname: string; phone: string; email: string };
export type ContactField = keyof Contact;

const FIELDS: readonly ContactField[] = ['fullname', 'phone', 'email'];

/**
 * The fields that a soldier who is the account's owner takes from the account and that are locked
 * for that (spec §2). Fields that the account does not have stay editable; otherwise they could
 * never be filled in.
 */
export function lockedFields(relationship: Relationship | '', account: Contact): ContactField[] {
  return relationship === SELF ? FIELDS.filter((field) => account[field] !== '') : [];
}

/** The soldier's contact after the relationship was set: filled from the account for 본인. */
export function fillFromAccount<T extends Contact>(contact: T, relationship: Relationship | '', account: Contact): T {
  const filled = { ...contact };
  for (const field of lockedFields(relationship, account)) filled[field] = account[field];
  return filled;
}

/**
 * The soldier's contact after leaving 본인: what still is the account's is cleared, what was changed
 * stays (spec §2).
 */
export function clearAccountData<T extends Contact>(contact: T, account: Contact): T {
  const cleared = { ...contact };
  for (const field of FIELDS) {
    if (contact[field] === account[field]) cleared[field] = '';
  }
  return cleared;
}
