/**
 * Starts the shop like `server/main.ts`, with the timing of `PAYMENT_TIMING` (JSON, milliseconds)
 * for calls to the provider, for measurements that cannot wait as long as production does.
 */
import { start } from '#server/serve.ts';

await start({ timing: JSON.parse(process.env.PAYMENT_TIMING ?? '{}') });
