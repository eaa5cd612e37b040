/**
 * The shop as `server/main.ts` starts it, with the times of `PAYMENT_TIMING` (JSON, milliseconds)
 * in its exchanges with the provider: for measurements that cannot wait as long as production does.
 */
import { start } from '#server/serve.ts';

await start({ timing: JSON.parse(process.env.PAYMENT_TIMING ?? '{}') });
