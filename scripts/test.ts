/** `npm test`: all checks and suites. The last line counts them. */
import { buildAllIfStale } from './build-if-stale.ts';
import { BUILT_CHECKS, runChecks, STATIC_CHECKS } from './checks/run-checks.ts';
import { ensureChromium } from './find-chromium.ts';
import { COMPONENTS, endWith, runSuites, SUITES } from './tests/run-suites.ts';

console.log('Step 1 of 2: builds the product, checks it and tries its components, over a minute.');
process.env.CHROME_PATH = await ensureChromium();
buildAllIfStale();
// The components leave most of a core idle.
const step1 = await Promise.all([runChecks([...STATIC_CHECKS, ...BUILT_CHECKS]), runSuites(COMPONENTS)]);
console.log('Step 2 of 2: units, the API, processes, the browser and other engines.');
endWith([...step1, await runSuites(SUITES)]);
