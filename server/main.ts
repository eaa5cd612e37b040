import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

// Before anything else is loaded, because imports come first in a file: compiled modules are kept
// between starts, so that a second start neither strips types nor compiles again.
enableCompileCache();

// Loading modules makes much garbage once, for which V8 would keep 30 MB of young space for good.
// It is held back until the shop is up and grows by need from then on.
setFlagsFromString('--semi-space-growth-factor=1');
const { start } = await import('./serve.ts');
await start();
setFlagsFromString('--semi-space-growth-factor=2');
