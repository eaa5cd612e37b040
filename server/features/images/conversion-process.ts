import { workForParent } from '#server/lib/process/work-for-parent.ts';
import { convertImage } from './convert-image.ts';

/** The process that reads and makes pictures. */
workForParent(convertImage);
