import { sql } from 'kysely';
import { COMMERCE, EXPIRY, type RetentionRule, rowsRule } from '#server/registry/retention-rule.ts';

/** Holds what is deleted or erased after its period (decision 012). */
export const RETENTION: readonly RetentionRule[] = [
  ...(['sessions', 'pending_logins', 'passkey_challenges'] as const).map((table) =>
    rowsRule({
      table,
      data: table.replaceAll('_', ' '),
      kept: 'until they expire',
      basis: EXPIRY,
      isOver: (now) => sql`expires_at <= ${now}`,
    }),
  ),
  rowsRule({
    table: 'second_factors',
    data: 'second factors that were never confirmed',
    kept: '1 day',
    basis: EXPIRY,
    isOver: (now) => sql`confirmed_at is null and created_at <= ${now} - interval '1 day'`,
  }),
  rowsRule({
    table: 'known_devices',
    data: 'browsers known to an account',
    kept: 'until they expire',
    basis: EXPIRY,
    isOver: (now) => sql`expires_at <= ${now}`,
  }),
  rowsRule({
    table: 'reset_requests',
    data: 'requests for a new password whose mail could not be queued',
    kept: '1 hour',
    basis: EXPIRY,
    isOver: (now) => sql`due_at <= ${now} - interval '1 hour'`,
  }),
  rowsRule({
    table: 'email_links',
    data: 'links that verify or restore an e-mail address',
    kept: 'until they expire',
    basis: EXPIRY,
    isOver: (now) => sql`expires_at <= ${now}`,
  }),
  rowsRule({
    table: 'staff_invitations',
    data: 'invitations to become an administrator',
    kept: 'until they expire',
    basis: EXPIRY,
    isOver: (now) => sql`expires_at <= ${now}`,
  }),
  rowsRule({
    table: 'phone_codes',
    data: 'codes sent to phones',
    kept: 'until they expire',
    basis: EXPIRY,
    isOver: (now) => sql`expires_at <= ${now}`,
  }),
  rowsRule({
    table: 'identity_checks',
    data: 'identity checks that were begun',
    kept: 'half an hour; the row a day longer',
    basis: 'a repeated or late confirmation gets its answer',
    isOver: (now) => sql`expires_at <= ${now} - interval '1 day'`,
  }),
  rowsRule({
    table: 'password_resets',
    data: 'links for a new password',
    kept: 'an hour; the row a day longer',
    basis: 'a repeated job still finds that its mail was sent',
    isOver: (now) => sql`expires_at <= ${now} - interval '1 day'`,
  }),
  rowsRule({
    table: 'login_events',
    data: 'logins of customers',
    kept: '3 months',
    basis: '통신비밀보호법, contract §6',
    isOver: (now) => sql`not is_staff and created_at <= ${now} - interval '3 months'`,
  }),
  rowsRule({
    table: 'login_events',
    data: 'logins of administrators',
    kept: '2 years',
    basis: '개인정보의 안전성 확보조치 기준, contract §6',
    isOver: (now) => sql`is_staff and created_at <= ${now} - interval '2 years'`,
  }),
  rowsRule({
    table: 'marketing_consents',
    data: "a closed account's consents to advertising and withdrawals",
    kept: '6 months after the closing',
    basis: '전자상거래법 시행령 6조: advertising',
    isOver: (now) => sql`user_id in (select id from users where closed_at <= ${now} - interval '6 months')`,
  }),
  rowsRule({
    table: 'retained_buyers',
    data: "a closed account's buyer: name, phone and e-mail",
    kept: 'five years after the last payment',
    basis: COMMERCE,
    isOver: (now) => sql`keep_until <= ${now}`,
  }),
];
