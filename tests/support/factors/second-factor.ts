import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { TestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';

/** The code that an authenticator app shows, `steps` of 30 s from now. */
export function totpCode({ clock }: Pick<TestApp, 'clock'>, secret: string, steps = 0): string {
  const timestamp = clock.now().getTime() + steps * 30_000;
  return TOTP.generate({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30, timestamp });
}

/** Six digits that no app shows about now. */
export function wrongCode(shop: Pick<TestApp, 'clock'>, secret: string): string {
  const right = [-1, 0, 1].map((steps) => totpCode(shop, secret, steps));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
}

/** Enrols an authenticator app for the account of the client. */
export async function enrolTotp(shop: TestApp, client: Client): Promise<{ secret: string; recoveryCodes: string[] }> {
  const started = await client.post('/api/auth/second-factors/totp');
  expect(started.statusCode).toBe(200);
  const { secret } = started.json();
  const confirmed = await client.post('/api/auth/second-factors/totp/confirm', { code: totpCode(shop, secret) });
  expect(confirmed.statusCode).toBe(201);
  return { secret, recoveryCodes: confirmed.json().recovery_codes };
}
