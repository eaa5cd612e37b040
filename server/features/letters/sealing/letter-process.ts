import { workForParent } from '#server/lib/process/work-for-parent.ts';
import { writeLetter } from './write-letter.ts';

/** Worker process that writes and seals letters. */
workForParent(writeLetter);
