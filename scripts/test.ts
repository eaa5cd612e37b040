/** `npm test`: all checks and suites. The last line counts them. */
import { buildAllIfStale } from './build-if-stale.ts';
import { BUILT_CHECKS, runChecks, STATIC_CHECKS } from './checks/run-checks.ts';
import { ensureChromium } from './find-chromium.ts';
import { COMPONENTS, endWith, runSuites, SUITES } from './tests/run-suites.ts';

console.log('Step 1 of 3: builds the product and checks it, some two minutes.');
process.env.CHROME_PATH = await ensureChromium();
buildAllIfStale();
const checks = await runChecks([...STATIC_CHECKS, ...BUILT_CHECKS]);
console.log('Step 2 of 3: components by themselves, under a minute.');
const components = await runSuites(COMPONENTS);
console.log('Step 3 of 3: units, the API, processes, the browser and other engines.');
endWith([checks, components, await runSuites(SUITES)]);
