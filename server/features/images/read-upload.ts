import type { FastifyRequest } from 'fastify';
import { AppError } from '#server/lib/errors.ts';
import { MAX_IMAGE_BYTES } from '#shared/features/images/schemas.ts';

/** One file and nothing else. */
export const UPLOAD_LIMITS = { files: 1, parts: 1, fileSize: MAX_IMAGE_BYTES } as const;
/** What a form adds to the file that it sends: its boundary and the file's name. */
const FORM_BYTES = 64 * 1024;

/** Refuses what says that it is too large before any of it is read. */
export async function refuseTooLarge(request: FastifyRequest): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_IMAGE_BYTES + FORM_BYTES) {
    throw new AppError('IMAGE_TOO_LARGE');
  }
}

/** The library's errors in our words: what it refuses is a form that no browser sends, but for the size. */
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

/** Makes the body of a form with a file, which the schema then checks as it checks every body. */
export async function readUpload(request: FastifyRequest): Promise<void> {
  if (!request.isMultipart()) return;
  try {
    request.body = { file: await readFile(request) };
  } catch (error) {
    throw toAppError(error);
  }
}
