const UNITS = ['B', 'KB', 'MB'] as const;

/** A file's size as people read it: `812 B`, `3.4 KB`, `20 MB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1024 ? 0 : bytes < 1024 ** 2 ? 1 : 2;
  const amount = bytes / 1024 ** power;
  const digits = amount >= 10 || Number.isInteger(amount) ? 0 : 1;
  return `${amount.toFixed(digits)} ${UNITS[power]}`;
}
