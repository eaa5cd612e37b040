/**
 * Every advisory lock that this program takes in a database, with its number. Two purposes with one
 * number would wait for each other, so each number stands here once.
 */
export const ADVISORY_LOCKS = {
  /** Instances that start concurrently on one database migrate in turn. */
  migration: 7_402_112,
  /** Two concurrent starts on one database must not both find it empty. */
  seed: 7_402_113,
  /** The audit chain has one end, which one transaction at a time continues. */
  auditSeal: 7_402_115,
  /** Processes of one build start together, and only the first one publishes it. */
  buildPublishing: 7_402_116,
  /** Instances that start at the same time change the same rows of the system tables. */
  grants: 7_402_117,
  /** Registrations with one e-mail address are counted in turn; with the hash of the address. */
  accountsOfEmail: 7_402_118,
} as const;
