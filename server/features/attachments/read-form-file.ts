import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#server/lib/errors.ts';
import { MAX_ATTACHMENT_BYTES } from '#shared/rules/message-limits.ts';

/** One file; fields beside it are skipped. */
export const FORM_LIMITS = { files: 1, fields: 10, fieldSize: 1024, fileSize: MAX_ATTACHMENT_BYTES } as const;
/** What a form adds to its file. */
const FORM_BYTES = 64 * 1024;
const MAX_FILENAME = 200;

/** Refuses a form that is too large by its own account before any of it is read. */
export async function refuseTooLarge(request: FastifyRequest): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_ATTACHMENT_BYTES + FORM_BYTES) {
    throw new AppError('FILE_TOO_LARGE');
  }
}

/** Begins to read the form; the file itself is read by `bytesOf`. */
export async function beginFormFile(request: FastifyRequest): Promise<void> {
  if (!request.isMultipart()) return;
  try {
    const file = await request.file();
    if (file && file.fieldname !== 'file') file.file.resume();
    request.body = file?.fieldname === 'file' ? { file } : {};
  } catch (error) {
    throw new AppError('BAD_REQUEST', { cause: error });
  }
}

export function isFormFile(value: object): value is MultipartFile {
  return 'file' in value && 'filename' in value;
}

/**
 * The bytes as they arrive. @throws AppError FILE_TOO_LARGE; BAD_REQUEST where the form is cut off
 */
export async function* bytesOf({ file }: MultipartFile): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of file) yield chunk;
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';
    throw new AppError(isTooLarge ? 'FILE_TOO_LARGE' : 'BAD_REQUEST', { cause: error });
  }
  if (file.truncated) throw new AppError('FILE_TOO_LARGE');
}

/** The last part of a name, without what a file system or a page could misread. */
export function cleanFilename(name: string): string {
  const last = name.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const clean = last.replaceAll(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '').trim();
  const characters = [...clean];
  // The end has the extension.
  const cut = characters.length > MAX_FILENAME ? characters.slice(-MAX_FILENAME).join('') : clean;
  return cut === '' || /^\.+$/.test(cut) ? 'file' : cut;
}
