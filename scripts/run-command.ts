import { ConfigError } from '../server/config.ts';
import { BackupError } from '../server/db/backup/backup-manifest.ts';
import { DataDirInUse } from '../server/db/embedded/data-lock.ts';
import { MigrationError } from '../server/db/migrate.ts';
import { DatabaseUnreachable } from '../server/db/unreachable.ts';

const PLAIN_ERRORS = [BackupError, ConfigError, DataDirInUse, DatabaseUnreachable, MigrationError];

/** Also what the system says of files: that the disk is full, or a folder closed. */
function isPlain(error: unknown): error is Error {
  const isOfFiles = error instanceof Error && 'syscall' in error && 'code' in error;
  return isOfFiles || PLAIN_ERRORS.some((kind) => error instanceof kind);
}

/** Runs a command; what a person can mend is said in plain words, anything else with its stack, and the exit code is 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(isPlain(error) ? error.message : error);
    process.exitCode = 1;
  }
}
