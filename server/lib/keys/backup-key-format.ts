const IDENTITY = /^AGE-SECRET-KEY-(PQ-)?1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}$/;
/** With an id in front, as the keys of DATA_KEYS have one. */
const BASE64 = /^(?:[A-Za-z0-9_.-]{1,32}:)?([A-Za-z0-9+/]{43}=)$/;

export const BACKUP_KEY_FORMATS = 'accepted: an age identity (AGE-SECRET-KEY-1…), or 32 bytes in base64';

/**
 * Returns whether the text is a key of backups. Apart from the cipher, which loads the libraries of age and only the
 * commands need.
 */
export function isBackupKey(text: string): boolean {
  return IDENTITY.test(text) || BASE64.test(text);
}

/** The 32 bytes of a key that is no age identity; undefined for one that is. */
export function backupKeyBytes(key: string): Buffer | undefined {
  const encoded = BASE64.exec(key)?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64');
}
