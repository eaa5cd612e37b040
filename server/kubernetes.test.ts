import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isSecret } from './config/secrets.ts';
import { loadConfig, VARIABLES } from './config.ts';
import { newDataKey } from './lib/keys/key-ring.ts';

const folder = join(import.meta.dirname, '../deploy/kubernetes');
const given = parseEnv(readFileSync(join(folder, 'base/shop.env'), 'utf8'));

/** Variables of single containers, written as `{ name: NAME, value: … }`. */
const ofContainers = globSync('**/*.yaml', { cwd: folder }).flatMap((file) =>
  [...readFileSync(join(folder, file), 'utf8').matchAll(/name: ([A-Z][A-Z0-9_]+)\b/g)].map(([, name = '']) => name),
);

describe('the variables of deploy/kubernetes', () => {
  it('are variables of the shop, and secrets come from files', () => {
    const names = [...Object.keys(given), ...ofContainers];
    const known = [
      ...VARIABLES.filter((name) => !isSecret(name)),
      ...VARIABLES.filter(isSecret).map((name) => `${name}_FILE`),
    ];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    expect(ofContainers).toContain('DATABASE_MIGRATION_URL_FILE');
  });

  it('let the shop start', () => {
    const values = Object.fromEntries(Object.entries(given).filter(([name]) => !name.endsWith('_FILE')));
    const keys = { DATA_KEYS: newDataKey(), BOOTPAY_SECRET_KEY: 'secret' };
    const secrets = { ...keys, DATABASE_URL: 'postgres://shop@db/shop', SMTP_URL: 'smtps://mail' };
    const config = loadConfig({ ...values, ...secrets, METRICS_TOKEN: 'sixteen-characters' });
    expect(config).toMatchObject({ mode: 'production', publicUrl: 'https://shop.example' });
  });
});
