import { PASSWORD_MIN } from '#shared/contract/fields.ts';

/** So many of the commonest: whoever guesses over the network gets no further down the list. */
const KEPT = 3000;

let loading: Promise<ReadonlySet<string>> | undefined;

/** Imported when first asked for: the package's word lists would make every start slower. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const longEnough = dictionary['passwords-common'].filter((password) => password.length >= PASSWORD_MIN);
  return new Set(longEnough.slice(0, KEPT).map((password) => password.toLowerCase()));
}

/** Whether a password is among the first that anybody would try, without regard to case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= load();
  return (await loading).has(password.toLowerCase());
}
