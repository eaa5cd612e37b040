/** Shortest password of an administrator (contract §3), in characters. */
export const ADMIN_PASSWORD_MIN = 12;
