import { workForParent } from '#server/lib/process/work-for-parent.ts';
import { drawPages, type PagesResult, type PagesWork } from './draw-pages.ts';

/** The process that reads uploaded PDFs and draws their pages. */
workForParent<PagesWork, PagesResult>(async (work) => {
  try {
    return await drawPages(work);
  } catch {
    // The library can open nothing afterwards; the queue continues in a new process.
    process.exit(1);
  }
});
