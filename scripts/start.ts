/** `npm start`: builds what is missing or outdated, then runs the server in this process. */
import { buildPagesIfStale } from './build-pages.ts';

buildPagesIfStale();
await import('../server/main.ts');
