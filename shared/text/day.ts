/** Accepts days of this century as `2026-03-01`. */
export function isDay(text: string): boolean {
  const moment = /^20\d\d-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // A 30 February is the second of March.
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}
