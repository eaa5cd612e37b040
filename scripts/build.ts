/** `npm run build`: builds the pages, unless they are up to date. */
import { buildPagesIfStale } from './build-pages.ts';

buildPagesIfStale();
