/**
 * Both providers of messages in a process of their own, as the real ones are other machines. Sends
 * the shop's variables for them to the parent process.
 */
import { NOTICE_TEMPLATES } from '#content/notices/templates.ts';
import { NOTICE_KINDS } from '#shared/rules/notices/notices.ts';
import { startAlimtalkServer } from '#tests/support/providers/alimtalk-server.ts';
import { PROVIDER_KEYS } from '#tests/support/providers/provider-server.ts';
import { startSolapiServer } from '#tests/support/providers/solapi-server.ts';

const ALIMTALK = { senderKey: 'sender', webhookSecret: 'report-secret' };
const SOLAPI = { apiKey: 'solapi-key', apiSecret: 'solapi-secret' };

if (!process.send) throw new Error('to be forked');
const alimtalk = await startAlimtalkServer({
  ...PROVIDER_KEYS,
  ...ALIMTALK,
  templates: Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, NOTICE_TEMPLATES[kind].text])),
});
const solapi = await startSolapiServer({ ...SOLAPI, senders: ['0200000000'], now: () => new Date() });
process.send({
  BOOTPAY_ALIMTALK_SENDER_KEY: ALIMTALK.senderKey,
  BOOTPAY_ALIMTALK_WEBHOOK_SECRET: ALIMTALK.webhookSecret,
  BOOTPAY_COMMERCE_URL: alimtalk.url,
  ALIMTALK_TEMPLATES: NOTICE_KINDS.map((kind) => `${kind}:${kind}`).join(','),
  SOLAPI_API_KEY: SOLAPI.apiKey,
  SOLAPI_API_SECRET: SOLAPI.apiSecret,
  SOLAPI_SENDER: '02-0000-0000',
  SOLAPI_API_URL: solapi.url,
});
