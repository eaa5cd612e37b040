/** `npm start`: builds what is missing or stale, then becomes the server. */
import { buildPagesIfStale } from './build-pages.ts';

buildPagesIfStale();
await import('../server/main.ts');
