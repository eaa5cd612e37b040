/**
 * Thrown when the database cannot be reached; the message is one line with the cause, without the
 * password.
 */
export class DatabaseUnreachable extends Error {
  constructor(cause: unknown) {
    super(`the database cannot be reached: ${reasonOf(cause)}`, { cause });
    this.name = 'DatabaseUnreachable';
  }
}

/** A host with several addresses fails with an AggregateError whose own message is empty. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return (error instanceof Error ? error.message || error.name : String(error)).replaceAll(/\s+/g, ' ');
}

/**
 * Opens the first connection.
 * @throws DatabaseUnreachable for any failure
 */
export async function reaching<T>(connect: () => Promise<T>): Promise<T> {
  try {
    return await connect();
  } catch (error) {
    throw new DatabaseUnreachable(error);
  }
}
