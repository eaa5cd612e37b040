/**
 * Both providers of messages in a process of their own, as the real ones are other machines. Sends
 * the shop's variables for them to the parent process, then how many messages were reported, and
 * receives the shop's URL. Messages are delivered and reported soon after they are taken.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { NOTICE_TEMPLATES } from '#content/notices/templates.ts';
import { NOTICE_KINDS } from '#shared/rules/notices/notices.ts';
import { startAlimtalkServer } from '#tests/support/providers/alimtalk-server.ts';
import { PROVIDER_KEYS } from '#tests/support/providers/provider-server.ts';
import { startSolapiServer } from '#tests/support/providers/solapi-server.ts';

const ALIMTALK = { senderKey: 'sender', webhookSecret: 'report-secret' };
/** About as long as KakaoTalk takes; all messages of that time are delivered together. */
const DELIVERY_MS = 1000;
/** Reports that are sent at once. */
const AT_ONCE = 32;
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

let shopUrl: string | undefined;
process.on('message', (url) => {
  shopUrl = String(url);
});

/** Reports one message after the other, until none is left. */
async function report(messages: IterableIterator<ReturnType<typeof alimtalk.sent>[number]>): Promise<void> {
  for (const message of messages) {
    const { body, headers } = alimtalk.report(message, new Date());
    const address = `${shopUrl}/api/bootpay/alimtalk-webhook`;
    // The shop may just have ended; it then asks by itself.
    await fetch(address, { method: 'POST', body, headers }).then(
      (answer) => answer.text(),
      () => undefined,
    );
  }
}

for (let reported = 0; ; ) {
  await delay(DELIVERY_MS);
  const taken = alimtalk.sent().slice(reported);
  reported += taken.length;
  alimtalk.deliverAll();
  const left = taken.values();
  await Promise.all(Array.from({ length: AT_ONCE }, () => report(left)));
  process.send(reported);
}
