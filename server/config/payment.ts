import { z } from 'zod';
import { flag, httpsUrl, networks, positive, type Values } from './fields.ts';

export const paymentVariables = {
  BOOTPAY_CLIENT_KEY: z.string().optional(),
  BOOTPAY_SECRET_KEY: z.string().optional(),
  BOOTPAY_APPLICATION_ID: z.string().optional(),
  BOOTPAY_PRIVATE_KEY: z.string().optional(),
  BOOTPAY_API_URL: httpsUrl('an https address with its version, as in https://…/v2').optional(),
  BOOTPAY_WEBHOOK_CIDRS: networks,
  BOOTPAY_TEST_MODE: flag,
  BOOTPAY_IDENTITY: flag,
  PAYMENT_SANDBOX: flag,
  FOUR_EYES_WON: positive.optional(),
};

/** Credentials of the provider; `sandbox` means that the built-in stand-in plays it. */
export type PaymentConfig = {
  sandbox: boolean;
  /** Payments of the provider's test environment count: no money moves with them. */
  acceptsTestPayments: boolean;
  /** True when the provider checks identities for this shop: a contract of its own. */
  offersIdentityCheck: boolean;
  credentials:
    | { kind: 'keys'; clientKey: string; secretKey: string }
    | { kind: 'application'; applicationId: string; privateKey: string };
  /** REST API with its version; undefined is the provider's own, or this server's sandbox. */
  apiUrl: string | undefined;
};

/** Which credentials the shop pays with; adds to `problems` what is missing. */
export function paymentConfig(
  env: Values<typeof paymentVariables> & { NODE_ENV: string },
  problems: string[],
): PaymentConfig {
  const pairs = [
    ['BOOTPAY_CLIENT_KEY', env.BOOTPAY_CLIENT_KEY, 'BOOTPAY_SECRET_KEY', env.BOOTPAY_SECRET_KEY],
    ['BOOTPAY_APPLICATION_ID', env.BOOTPAY_APPLICATION_ID, 'BOOTPAY_PRIVATE_KEY', env.BOOTPAY_PRIVATE_KEY],
  ] as const;
  for (const [firstName, first, secondName, second] of pairs) {
    if (first && !second) problems.push(`${secondName}: missing; accepted: the secret that belongs to ${firstName}`);
    if (second && !first) problems.push(`${firstName}: missing; accepted: the key that belongs to ${secondName}`);
  }
  const apiUrl = env.BOOTPAY_API_URL?.replace(/\/+$/, '');
  if (env.BOOTPAY_TEST_MODE && env.NODE_ENV === 'production') {
    problems.push('BOOTPAY_TEST_MODE: "1" is not usable in production; accepted: 0, test payments move no money');
  }
  const acceptsTestPayments = env.BOOTPAY_TEST_MODE ?? false;
  const offersIdentityCheck = env.BOOTPAY_IDENTITY ?? false;
  if (env.BOOTPAY_CLIENT_KEY && env.BOOTPAY_SECRET_KEY) {
    const credentials = { kind: 'keys', clientKey: env.BOOTPAY_CLIENT_KEY, secretKey: env.BOOTPAY_SECRET_KEY } as const;
    return { sandbox: false, acceptsTestPayments, offersIdentityCheck, credentials, apiUrl };
  }
  if (env.BOOTPAY_APPLICATION_ID && env.BOOTPAY_PRIVATE_KEY) {
    const credentials = {
      kind: 'application',
      applicationId: env.BOOTPAY_APPLICATION_ID,
      privateKey: env.BOOTPAY_PRIVATE_KEY,
    } as const;
    return { sandbox: false, acceptsTestPayments, offersIdentityCheck, credentials, apiUrl };
  }
  if (env.NODE_ENV === 'production' && !env.PAYMENT_SANDBOX) {
    problems.push(
      'BOOTPAY_CLIENT_KEY: missing; accepted: the keys of the payment provider, or PAYMENT_SANDBOX=1 for test payments that move no money',
    );
  }
  return {
    sandbox: true,
    acceptsTestPayments: true,
    offersIdentityCheck: env.BOOTPAY_IDENTITY ?? true,
    credentials: { kind: 'keys', clientKey: 'sandbox-client', secretKey: 'sandbox-secret' },
    apiUrl,
  };
}
