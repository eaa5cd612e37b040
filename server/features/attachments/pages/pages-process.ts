import { workForParent } from '#server/lib/process/work-for-parent.ts';
import { drawPages } from './draw-pages.ts';

/** The process that reads uploaded PDFs and draws their pages. */
workForParent(drawPages);
