import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

const MIGRATIONS = join(import.meta.dirname, '..', 'migrations');

/** Numbers of the locks that functions in the database take. */
function locksOfMigrations(): number[] {
  const texts = readdirSync(MIGRATIONS).map((name) => readFileSync(join(MIGRATIONS, name), 'utf8'));
  return texts.flatMap((text) => [...text.matchAll(/advisory_\w*lock\((\d+)\)/g)].map(([, digits]) => Number(digits)));
}

it('every advisory lock has a number of its own, also beside those of the migrations', () => {
  const numbers = [...Object.values(ADVISORY_LOCKS), ...new Set(locksOfMigrations())];
  expect(new Set(numbers).size).toBe(numbers.length);
});
