import { type Config, ConfigError } from '../server/config.ts';
import { type BackupCipher, createBackupCipher } from '../server/lib/keys/backup-key.ts';
import { BACKUP_KEY_FORMATS } from '../server/lib/keys/backup-key-format.ts';

/**
 * The cipher of BACKUP_KEY; undefined without it.
 * @throws ConfigError when the checksum of an age identity is wrong
 */
export async function backupCipherOf({ backupKey }: Config): Promise<BackupCipher | undefined> {
  if (backupKey === undefined) return undefined;
  try {
    return await createBackupCipher(backupKey);
  } catch {
    throw new ConfigError([`BACKUP_KEY: the value is not usable; ${BACKUP_KEY_FORMATS}`]);
  }
}
