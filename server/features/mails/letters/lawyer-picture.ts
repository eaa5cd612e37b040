import { readFileSync } from 'node:fs';
import { faceOf } from '#content/lawyers.ts';
import type { MailPicture } from '../mail.ts';

const FOLDER = new URL('../../../../content/portraits/mail/', import.meta.url);

/**
 * The face of a lawyer for a mail. It travels with the mail,
 * since pictures loaded from a server tell it when a mail is read. Undefined for people without a
 * picture.
 */
export function lawyerPicture(name: string): MailPicture | undefined {
  const key = faceOf(name)?.match(/([\w-]+)\.\w+$/)?.[1];
  if (key === undefined) return undefined;
  return { cid: 'lawyer', filename: `${key}.png`, content: readFileSync(new URL(`${key}.png`, FOLDER)) };
}
