import type { FastifyRequest } from 'fastify';
import { AppError } from '#server/lib/errors.ts';
import { MAX_IMAGE_BYTES } from '#shared/features/images/schemas.ts';

/** Limits of the form: one file and no fields. */
export const UPLOAD_LIMITS = { files: 1, parts: 1, fileSize: MAX_IMAGE_BYTES } as const;
/** Overhead of a form: its boundaries and the file name. */
const FORM_BYTES = 64 * 1024;

/** Refuses a too large `Content-Length` before reading. */
export async function refuseTooLarge(request: FastifyRequest): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_IMAGE_BYTES + FORM_BYTES) {
    throw new AppError('IMAGE_TOO_LARGE');
  }
}

/** Maps the library's errors: except for the size, they mean a form that no browser sends. */
function toAppError(error: unknown): AppError {
  const isTooLarge = error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';
  return new AppError(isTooLarge ? 'IMAGE_TOO_LARGE' : 'BAD_REQUEST', { cause: error });
}

async function readFile(request: FastifyRequest): Promise<Buffer | undefined> {
  let file: Buffer | undefined;
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue;
    if (part.fieldname === 'file') file = await part.toBuffer();
    else part.file.resume();
  }
  return file;
}

/** Parses a form with a file into a body, which the schema then validates. */
export async function readUpload(request: FastifyRequest): Promise<void> {
  if (!request.isMultipart()) return;
  try {
    request.body = { file: await readFile(request) };
  } catch (error) {
    throw toAppError(error);
  }
}
