import { type FirstPart, isTextFile } from './text-file.ts';

const HWPX = 'application/hwp+zip';
/** Holds what the library finds, and what it is called here. */
const TYPES: Readonly<Record<string, string>> = {
  'application/pdf': 'application/pdf',
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/webp': 'image/webp',
  'image/heic': 'image/heic',
  'image/heif': 'image/heic',
  'audio/mpeg': 'audio/mpeg',
  'audio/x-m4a': 'audio/mp4',
  'audio/mp4': 'audio/mp4',
  'video/mp4': 'video/mp4',
  'application/zip': 'application/zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet':
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation':
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

/** Images whose preview can be made. */
const PREVIEWED = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/heic']);

/** A compound file: which one, its directory says, which may be at the file's end. */
export const COMPOUND = 'application/x-cfb';

/** The header of a PDF. Some programs write a byte order mark or line breaks before it; readers skip them. */
const PDF = /^(?:\xef\xbb\xbf)?\s*%PDF-/;
const PDF_HEAD_BYTES = 64;

/** Returns whether a ZIP is a HWPX document: its first entry says so, or it has the entry that every one has. */
function isHwpx(head: Buffer): boolean {
  const start = head.subarray(0, 100).toString('latin1');
  return start.includes(`mimetype${HWPX}`) || head.includes('Contents/content.hpf');
}

/**
 * The media type of a file by its first part, whatever its name says, or `COMPOUND`; undefined where
 * it may not be stored.
 */
export async function identifyFile(first: FirstPart): Promise<string | undefined> {
  const { head } = first;
  if (head.length === 0) return undefined;
  if (PDF.test(head.subarray(0, PDF_HEAD_BYTES).toString('latin1'))) return 'application/pdf';
  // Loaded with the first file: 4 MB that a shop without files does not need.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head);
  if (!found) return isTextFile(first) ? 'text/plain' : undefined;
  if (found.mime === COMPOUND) return COMPOUND;
  const isZip = found.mime === 'application/zip';
  if (isZip && isHwpx(head)) return HWPX;
  return TYPES[found.mime];
}

export function canPreview(mediaType: string): boolean {
  return PREVIEWED.has(mediaType);
}
