import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#server/lib/errors.ts';
import { MAX_ATTACHMENT_BYTES } from '#shared/rules/message-limits.ts';

/** One file; fields beside it are skipped. */
export const FORM_LIMITS = { files: 1, fields: 10, fieldSize: 1024, fileSize: MAX_ATTACHMENT_BYTES } as const;

/** The file of a form that is still arriving, and the parts of the form behind it. */
export type FormFile = { filename: string; stream: Readable & { truncated: boolean }; rest: AsyncIterator<unknown> };

/**
 * Browsers write quotes and line ends of a name as %22, %0D and %0A (HTML, multipart/form-data); a
 * stored name has none of them.
 */
const ESCAPED_BY_BROWSERS = /%22|%0[ad]/gi;

/** Begins to read the form; the file itself is read by `bytesOf`. */
export async function beginFormFile(request: FastifyRequest): Promise<void> {
  if (!request.isMultipart()) return;
  try {
    const parts = request.parts();
    for (let part = await parts.next(); !part.done; part = await parts.next()) {
      if (part.value.type === 'field') continue;
      const { fieldname, filename, file: stream } = part.value;
      const file: FormFile = { filename: filename.replaceAll(ESCAPED_BY_BROWSERS, ''), stream, rest: parts };
      request.body = fieldname === 'file' ? { file } : {};
      if (fieldname !== 'file') stream.resume();
      return;
    }
    request.body = {};
  } catch (error) {
    throw new AppError('BAD_REQUEST', { cause: error });
  }
}

export function isFormFile(value: object): value is FormFile {
  return 'stream' in value && 'rest' in value;
}

/**
 * The bytes as they arrive, until the form ends.
 * @throws AppError FILE_TOO_LARGE; BAD_REQUEST where the form is cut off or has another file
 */
export async function* bytesOf({ stream, rest }: FormFile): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk;
    if (stream.truncated) throw new AppError('FILE_TOO_LARGE');
    // A second file ends the iteration with an error, because the limit is one.
    for (let part = await rest.next(); !part.done; part = await rest.next());
  } catch (error) {
    if (error instanceof AppError) throw error;
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';
    throw new AppError(isTooLarge ? 'FILE_TOO_LARGE' : 'BAD_REQUEST', { cause: error });
  }
}
