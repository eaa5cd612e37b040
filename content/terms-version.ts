/**
 * Version of what people agree to when they sign up; change it with the texts in `policies/` and
 * `tos-table.html`.
 */
export const TERMS_VERSION = '2026-11-01';
