import { ConfigError } from '../server/config.ts';
import { BackupError } from '../server/db/backup/backup-manifest.ts';
import { DataDirInUse } from '../server/db/embedded/data-lock.ts';
import { MigrationError } from '../server/db/migrate.ts';

/** Runs a command; what a person can mend is said in plain words, anything else with its stack, and the exit code is 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const isPlain = [BackupError, ConfigError, DataDirInUse, MigrationError].some((kind) => error instanceof kind);
    console.error(isPlain && error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
