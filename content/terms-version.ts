/** Version of the terms that people agree to; change it with the texts in `terms/` and `tos-table.html`. */
export const TERMS_VERSION = '2026-11-01';
