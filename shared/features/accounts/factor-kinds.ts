/** Second factors that an account can enrol (contract §6). */
export const SECOND_FACTOR_KINDS = ['passkey', 'totp'] as const;
export type SecondFactorKind = (typeof SECOND_FACTOR_KINDS)[number];

/** Describes what is reported to an account's owner. `reset`: an operator removed all factors. */
export type FactorChange =
  | `${SecondFactorKind}_added`
  | `${SecondFactorKind}_removed`
  | 'recovery_renewed'
  | 'recovery_used'
  | 'reset';
