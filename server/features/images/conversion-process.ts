import { workForParent } from '#server/lib/process/work-for-parent.ts';
import { convertImage } from './convert-image.ts';

/** Worker process that converts images. */
workForParent(convertImage);
