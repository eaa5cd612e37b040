import { PASSWORD_MIN } from '#shared/contract/fields.ts';

/**
 * Number of common passwords to refuse; rate limits stop an attacker well before this many guesses.
 */
const KEPT = 3000;

let loading: Promise<ReadonlySet<string>> | undefined;

/** Imported on first use: loading the package's word lists would slow every start. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const longEnough = dictionary['passwords-common'].filter((password) => password.length >= PASSWORD_MIN);
  return new Set(longEnough.slice(0, KEPT).map((password) => password.toLowerCase()));
}

/** Returns whether a password is one of the most common ones, case-insensitively. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= load();
  return (await loading).has(password.toLowerCase());
}
