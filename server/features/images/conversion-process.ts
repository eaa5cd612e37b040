import { workForParent } from '#server/lib/process/process-work.ts';
import { convertImage } from './convert-image.ts';

/** The process that reads and makes pictures. */
workForParent(convertImage);
