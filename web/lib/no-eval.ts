/**
 * zod would try out whether it may make functions of text, which the Content-Security-Policy refuses and the browser reports. It reads
 * its settings from here when it is loaded, so this stands before it; to import it for that would load it on every page.
 */
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
