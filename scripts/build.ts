/** `npm run build`: builds the pages, unless they are fresh. */
import { buildPagesIfStale } from './build-pages.ts';

buildPagesIfStale();
