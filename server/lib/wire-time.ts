/** A time as the wire has it: ISO 8601 in UTC. Times inside JSON that the database builds come as text of its own. */
export function wireTime(at: Date | string): string {
  return new Date(at).toISOString();
}

export function wireTimeOrNull(at: Date | string | null): string | null {
  return at === null ? null : wireTime(at);
}
