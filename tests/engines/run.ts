/**
 * `npm run test:engines`: the main flows in Safari's engine (WebKitGTK) and in Firefox. `npm test`
 * ends with them.
 */
import { startVitest } from 'vitest/node';
import { buildAllIfStale } from '../../scripts/build-if-stale.ts';

buildAllIfStale();
const vitest = await startVitest('test', [], { watch: false, project: ['engines'] });
await vitest.close();
