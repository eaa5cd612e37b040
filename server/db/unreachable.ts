/**
 * Thrown when there is no way to the database; the message is one line with the cause, and never
 * holds the password.
 */
export class DatabaseUnreachable extends Error {
  constructor(cause: unknown) {
    super(`the database cannot be reached: ${reasonOf(cause)}`, { cause });
    this.name = 'DatabaseUnreachable';
  }
}

/** A name with several addresses fails once for each, in an error that itself says nothing. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return (error instanceof Error ? error.message || error.name : String(error)).replaceAll(/\s+/g, ' ');
}

/**
 * Makes the first connection.
 * @throws DatabaseUnreachable whatever the reason
 */
export async function reaching<T>(connect: () => Promise<T>): Promise<T> {
  try {
    return await connect();
  } catch (error) {
    throw new DatabaseUnreachable(error);
  }
}
