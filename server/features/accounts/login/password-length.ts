/** Shortest password of an administrator (contract §3), in characters. */
export const STAFF_PASSWORD_MIN = 12;
