import { z } from 'zod';
import { NOTICE_KINDS, type NoticeKind } from '#shared/rules/notices/notices.ts';
import { atLeast, httpsUrl, providerUrl, type Values } from './fields.ts';
import type { PaymentConfig } from './payment.ts';

/** Template codes by kind of notice, as in `paid:CODE1,refunded:CODE2`. */
const alimtalkTemplates = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .filter((entry) => entry.trim() !== '')
      .map((entry) => entry.split(':').map((part) => part.trim())),
  )
  .refine(
    (entries) => entries.every(([kind, code, ...rest]) => noticeKindOf(kind) && code && rest.length === 0),
    `accepted: kind:code pairs separated by commas; kinds: ${NOTICE_KINDS.join(', ')}`,
  )
  .transform((entries) => {
    const templates: Partial<Record<NoticeKind, string>> = {};
    for (const [name, code] of entries) {
      const kind = noticeKindOf(name);
      if (kind && code) templates[kind] = code;
    }
    return templates;
  });

function noticeKindOf(name: string | undefined): NoticeKind | undefined {
  return NOTICE_KINDS.find((kind) => kind === name);
}

export const messageVariables = {
  BOOTPAY_ALIMTALK_SENDER_KEY: z.string().optional(),
  BOOTPAY_ALIMTALK_WEBHOOK_SECRET: z.string().optional(),
  BOOTPAY_COMMERCE_URL: httpsUrl('an https address with its version, as in https://…/v1').optional(),
  ALIMTALK_TEMPLATES: alimtalkTemplates,
  SOLAPI_API_KEY: z.string().optional(),
  SOLAPI_API_SECRET: z.string().optional(),
  SOLAPI_SENDER: z
    .string()
    .transform((value) => value.replaceAll('-', ''))
    .refine((digits) => /^\d{8,12}$/.test(digits), 'accepted: the registered sender number, as in 02-000-0000')
    .optional(),
  SOLAPI_API_URL: providerUrl('https://api.solapi.com'),
  SOLAPI_WEBHOOK_SECRET: z.string().optional(),
  SMS_HOURLY_LIMIT: atLeast(1).default(200),
};
type Env = Values<typeof messageVariables>;

/** 알림톡 at the payment provider (contract §7). */
export type AlimtalkConfig = {
  clientKey: string;
  secretKey: string;
  senderKey: string;
  /** Codes of the approved templates; a kind without one goes by SMS or mail. */
  templates: Readonly<Partial<Record<NoticeKind, string>>>;
  /** Undefined: the provider's own. */
  apiUrl: string | undefined;
  /** Undefined: reports are refused, and states are read by asking. */
  webhookSecret: string | undefined;
};

/** SMS at Solapi. */
export type SmsConfig = {
  apiKey: string;
  apiSecret: string;
  /** Digits only. */
  sender: string;
  apiUrl: string;
  webhookSecret: string;
};

/** Messages to phones; a channel that is not set up is undefined. */
export type MessagesConfig = {
  alimtalk: AlimtalkConfig | undefined;
  sms: SmsConfig | undefined;
  /** SMS of the whole shop, codes included. */
  smsPerHour: number;
};

function alimtalkConfig(env: Env, payment: PaymentConfig, problems: string[]): AlimtalkConfig | undefined {
  if (!env.BOOTPAY_ALIMTALK_SENDER_KEY) return undefined;
  if (payment.sandbox || payment.credentials.kind !== 'keys') {
    problems.push('BOOTPAY_ALIMTALK_SENDER_KEY: not usable without BOOTPAY_CLIENT_KEY and BOOTPAY_SECRET_KEY');
    return undefined;
  }
  const { clientKey, secretKey } = payment.credentials;
  return {
    clientKey,
    secretKey,
    senderKey: env.BOOTPAY_ALIMTALK_SENDER_KEY,
    templates: env.ALIMTALK_TEMPLATES,
    apiUrl: env.BOOTPAY_COMMERCE_URL?.replace(/\/+$/, ''),
    webhookSecret: env.BOOTPAY_ALIMTALK_WEBHOOK_SECRET,
  };
}

function smsConfig(env: Env, problems: string[]): SmsConfig | undefined {
  const { SOLAPI_API_KEY: apiKey, SOLAPI_API_SECRET: apiSecret, SOLAPI_SENDER: sender } = env;
  if (apiKey && apiSecret && sender) {
    const apiUrl = env.SOLAPI_API_URL.replace(/\/+$/, '');
    return { apiKey, apiSecret, sender, apiUrl, webhookSecret: env.SOLAPI_WEBHOOK_SECRET ?? apiSecret };
  }
  if (apiKey || apiSecret || sender) {
    const missing = [
      ['SOLAPI_API_KEY', apiKey],
      ['SOLAPI_API_SECRET', apiSecret],
      ['SOLAPI_SENDER', sender],
    ].filter(([, value]) => !value);
    for (const [name] of missing) problems.push(`${name}: missing; accepted: all three of Solapi's settings, or none`);
  }
  return undefined;
}

/** The channels to phones that are set up; adds to `problems` what is missing. */
export function messagesConfig(env: Env, payment: PaymentConfig, problems: string[]): MessagesConfig {
  return {
    alimtalk: alimtalkConfig(env, payment, problems),
    sms: smsConfig(env, problems),
    smsPerHour: env.SMS_HOURLY_LIMIT,
  };
}
