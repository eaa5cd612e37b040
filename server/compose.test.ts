import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { loadConfig } from './config.ts';

const compose = z
  .object({ services: z.object({ shop: z.object({ environment: z.record(z.string(), z.string()) }) }) })
  .parse(parse(readFileSync(join(import.meta.dirname, '../compose.yaml'), 'utf8')));

/** `${NAME:?what to set}` is required, `${NAME:-default}` is not. */
const PLACE = /\$\{([A-Z_]+):([?-])([^}]*)\}/g;

/** The shop's environment as compose gives it, and the variables without which it starts nothing. */
function environmentWith(values: Readonly<Record<string, string>>) {
  const missing = new Set<string>();
  const filled = Object.entries(compose.services.shop.environment).map(([name, text]) => {
    const value = text.replace(PLACE, (_, variable: string, kind: string, rest: string) => {
      if (kind === '?' && !values[variable]) missing.add(variable);
      return values[variable] ?? (kind === '-' ? rest : '');
    });
    return [name, value] as const;
  });
  return { missing: [...missing], environment: { NODE_ENV: 'production', ...Object.fromEntries(filled) } };
}

const SET = {
  PUBLIC_URL: 'https://shop.example',
  POSTGRES_PASSWORD: 'secret',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'shop@shop.example',
  DATA_KEYS: `one:${Buffer.alloc(32, 7).toString('base64')}`,
};

describe('compose.yaml', () => {
  it('starts nothing until each variable that production needs is set', () => {
    expect(environmentWith({}).missing.toSorted()).toEqual(Object.keys(SET).toSorted());
  });

  it('takes no test payments unless it is asked to', () => {
    const { missing, environment } = environmentWith(SET);
    expect(missing).toEqual([]);
    expect(() => loadConfig(environment)).toThrow(/PAYMENT_SANDBOX/);
    const paid = environmentWith({ ...SET, BOOTPAY_CLIENT_KEY: 'client', BOOTPAY_SECRET_KEY: 'key' });
    expect(loadConfig(paid.environment)).toMatchObject({ mode: 'production', payment: { sandbox: false } });
  });
});
