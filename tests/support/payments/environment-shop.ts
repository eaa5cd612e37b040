/**
 * Starts the built shop like `server/main.ts`, with the timing of `PAYMENT_TIMING` (JSON, milliseconds)
 * for calls to the provider and `JOB_SETTINGS` (JSON) of its jobs, for measurements that cannot wait
 * as long as production does, and without limits of what one user or address may do.
 */
import { flushCompileCache } from 'node:module';

const built = new URL('../../../dist/app/serve.js', import.meta.url).href;
const { start }: typeof import('#server/serve.ts') = await import(built);
await start({
  timing: JSON.parse(process.env.PAYMENT_TIMING ?? '{}'),
  jobs: JSON.parse(process.env.JOB_SETTINGS ?? '{}'),
  limits: { ordersPerMinute: 0, paymentCallsPerMinute: 0, registerPerHour: 0 },
});
// Most of these processes are killed, and would leave nothing to the next one.
flushCompileCache();
