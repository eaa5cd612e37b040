/** `npm run build`: builds pages and server, unless they are up to date. */
import { buildAllIfStale } from './build-if-stale.ts';

buildAllIfStale();
