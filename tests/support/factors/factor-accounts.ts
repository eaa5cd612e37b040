import { expect } from 'vitest';
import { SECOND_MS } from '#server/lib/time.ts';
import { readableCode } from '#server/lib/tokens.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import type { User } from '#tests/support/app/factories.ts';
import { listMails } from '#tests/support/app/mailbox.ts';
import { enrolTotp, totpCode } from './second-factor.ts';

export const PASSWORD = 'a good secret 12';
export const STEP_MS = 30 * SECOND_MS;

/** An app with accounts that have an authenticator app, or wait for its code. */
export async function setUpFactorAccounts() {
  const clock = createTestClock();
  const shop = await setUpTestApp({ clock });

  function buildUser(role: 'user' | 'admin' = 'admin'): Promise<User> {
    return shop.buildUser({ role, password: PASSWORD, email: `${readableCode(10).toLowerCase()}@example.com` });
  }

  function logIn(client: Client, user: User) {
    return client.post('/api/auth/login', { userId: user.user_id, password: PASSWORD });
  }

  /** An account with an authenticator app, whose present code is not used up. */
  async function buildEnrolled(role: 'user' | 'admin' = 'admin') {
    const user = await buildUser(role);
    const client = shop.client();
    expect((await logIn(client, user)).json()).toEqual({ success: true, userId: user.user_id });
    const { secret, recoveryCodes } = await enrolTotp(shop, client);
    clock.advance(STEP_MS);
    return { user, client, secret, recoveryCodes, code: (steps = 0) => totpCode(shop, secret, steps) };
  }

  /** A browser whose login waits for the second factor. */
  async function buildWaiting(user: User): Promise<Client> {
    const client = shop.client();
    expect((await logIn(client, user)).json()).toEqual({
      success: true,
      userId: user.user_id,
      second_factor: ['totp'],
    });
    return client;
  }

  function give(client: Client, body: object) {
    return client.post('/api/auth/second-factor', body);
  }

  /** Returns what the audit log says of an account, apart from logins. */
  async function auditOf(user: User): Promise<string[]> {
    const rows = await shop.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_type', '=', 'user')
      .where('subject_id', '=', String(user.id))
      .where('action', 'not in', ['user.login', 'user.login_failed'])
      .orderBy('id')
      .execute();
    return rows.map(({ action }) => action);
  }

  /** The texts of the mails about changed factors. */
  async function mailedChanges(user: User): Promise<string[]> {
    const mails = await listMails(shop, user.email);
    return mails.filter(({ kind }) => kind === 'factor_changed').map(({ text }) => text);
  }

  return { shop, clock, buildUser, logIn, buildEnrolled, buildWaiting, give, auditOf, mailedChanges };
}
