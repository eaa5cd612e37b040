/**
 * The payment provider in a process of its own, as the real one is another machine:
 * `provider-process.ts <database>`. Sends its URL to the parent process, and receives the URL of
 * the shop's webhook endpoint.
 */
import { startProvider } from '#tests/support/providers/provider-server.ts';

const [, , database] = process.argv;
if (!database || !process.send) throw new Error('to be forked: provider-process.ts <database>');
let shopUrl = '';
process.on('message', (url) => {
  shopUrl = String(url);
});
const { url } = await startProvider({ connectionString: database }, () => `${shopUrl}/api/bootpay/webhook`);
process.send(url);
