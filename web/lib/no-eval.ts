/**
 * zod probes whether it may compile functions from text, which the Content-Security-Policy forbids
 * and the browser reports. zod reads this setting while it loads, so it must be set before.
 * Importing zod to configure it would load it on every page.
 */
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
