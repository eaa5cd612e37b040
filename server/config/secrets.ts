import { readFileSync } from 'node:fs';

const SECRET =
  /PASSWORD|SECRET|PRIVATE|TOKEN|SENDER_KEY|API_KEY|HEADERS|DATA_KEYS|BACKUP_KEY|LETTER_KEY|DATABASE_(\w+_)?URL|SMTP_URL/;

/** Returns whether the variable's value may appear in no message; a database's address holds a password. */
export function isSecret(name: string): boolean {
  return SECRET.test(name);
}

/** Secrets whose files are binary; their values are base64. */
const BINARY: readonly string[] = ['LETTER_KEY'];

function readSecret(file: string, name: string): string {
  if (BINARY.includes(name)) return readFileSync(file).toString('base64');
  return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'not readable';
}

/**
 * Values of secrets from files, as service managers and containers provide them: `NAME_FILE` names
 * the file of `NAME`. Adds to `problems` what cannot be read; never shows a value.
 */
export function readSecretFiles(
  given: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
  problems: string[],
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of names.filter(isSecret)) {
    const variable = `${name}_FILE`;
    const file = given[variable];
    if (file === undefined) continue;
    if (given[name] !== undefined) {
      problems.push(`${variable}: set together with ${name}; accepted: one of the two`);
      continue;
    }
    try {
      values[name] = readSecret(file, name);
      if (values[name] === '') problems.push(`${variable}: "${file}" is empty; accepted: a file with the value`);
    } catch (error) {
      problems.push(`${variable}: "${file}" cannot be read (${reasonOf(error)}); accepted: a file with the value`);
    }
  }
  return values;
}
