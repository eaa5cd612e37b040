import { workForParent } from '#server/lib/process/work-for-parent.ts';
import { drawPreview } from './draw-preview.ts';

/** The process that reads uploaded images and draws their previews. */
workForParent(drawPreview);
