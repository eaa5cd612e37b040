/** `npm start`: builds what is missing or outdated, then runs the server in this process. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildAllIfStale } from './build-if-stale.ts';

buildAllIfStale();
await import(pathToFileURL(join(import.meta.dirname, '../dist/app/main.js')).href);
