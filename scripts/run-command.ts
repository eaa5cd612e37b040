import { ConfigError } from '../server/config.ts';
import { BackupError } from '../server/db/backup/backup-files.ts';
import { DataDirInUse } from '../server/db/embedded/data-lock.ts';
import { MigrationError } from '../server/db/migrate.ts';
import { DatabaseUnreachable } from '../server/db/unreachable.ts';

const PLAIN_ERRORS = [BackupError, ConfigError, DataDirInUse, DatabaseUnreachable, MigrationError];

/** Includes file system errors: disk full, permission denied. */
function isPlain(error: unknown): error is Error {
  const isOfFiles = error instanceof Error && 'syscall' in error && 'code' in error;
  return isOfFiles || PLAIN_ERRORS.some((kind) => error instanceof kind);
}

/**
 * Runs a command. Prints an error that the user can fix as its message, any other with its stack;
 * exit code 1.
 */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(isPlain(error) ? error.message : error);
    process.exitCode = 1;
  }
}
