/**
 * Formats a time for the API: ISO 8601 in UTC. Times in JSON built by PostgreSQL arrive as text.
 */
export function wireTime(at: Date | string): string {
  return new Date(at).toISOString();
}

export function wireTimeOrNull(at: Date | string | null): string | null {
  return at === null ? null : wireTime(at);
}

/** Formats when a row was made. */
export function withWireTime<Row extends { created_at: Date | string }>(row: Row): Row & { created_at: string } {
  return { ...row, created_at: wireTime(row.created_at) };
}
