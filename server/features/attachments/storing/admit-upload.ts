import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { createTransfers, endSlowUpload } from '#server/http/guards/transfers.ts';
import { actorOf, type Guard, hasPermission, rightsOf } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import { consume } from '#server/lib/limits/consume.ts';
import { DAY_MS, HOUR_MS } from '#server/lib/time.ts';
import { MAX_ATTACHMENT_BYTES } from '#shared/rules/message-limits.ts';
import type { AttachmentDeps } from './attachment-deps.ts';
import { sumSizes } from './stored-files.queries.ts';

const MIB = 1024 * 1024;
/** Holds what a form adds to its file. */
const FORM_BYTES = 64 * 1024;
/** Nothing is freed soon; the field is part of every 429. */
const QUOTA_RETRY_SECONDS = 24 * 3600;
/** Each upload holds a part of a file in memory. */
const AT_ONCE = { perUser: 3, perProcess: 30 };

/** @throws AppError FILE_QUOTA */
export async function checkQuota(
  { limits: { fileMib } }: Pick<AttachmentDeps, 'limits'>,
  db: DbOrTrx,
  ownerId: number,
  bytes: number,
): Promise<void> {
  if (fileMib > 0 && (await sumSizes(db, ownerId)) + bytes > fileMib * MIB) {
    throw new AppError('FILE_QUOTA', { retryAfterSeconds: QUOTA_RETRY_SECONDS });
  }
}

/** The least and the most bytes that the file of a form can have, by the length of the form. */
function sizesOf({ headers }: FastifyRequest): { least: number; most: number } {
  const length = headers['content-length'];
  if (length === undefined) return { least: 1, most: MAX_ATTACHMENT_BYTES };
  return { least: Math.max(1, Number(length) - FORM_BYTES), most: Number(length) };
}

/**
 * Counts an upload before its body is read: a refused file costs as much of a customer's limits as
 * an accepted one.
 * @throws AppError TOO_MANY_REQUESTS, FILE_QUOTA
 */
async function countUpload(deps: AttachmentDeps, userId: number, { least, most }: ReturnType<typeof sizesOf>) {
  const { db, limits } = deps;
  await consume(db, { name: 'files', points: limits.filesPerHour, windowMs: HOUR_MS }, String(userId));
  if (least > MAX_ATTACHMENT_BYTES) return;
  await checkQuota(deps, db, userId, least);
  const mib = Math.ceil(Math.min(most, MAX_ATTACHMENT_BYTES) / MIB);
  await consume(db, { name: 'file-mib', points: limits.fileMib, windowMs: DAY_MS }, String(userId), mib);
}

/** Creates the guard of uploads, which runs before the body is read. */
export function createUploadGuard(deps: AttachmentDeps): Guard {
  const uploads = createTransfers(AT_ONCE);
  /** @throws AppError PERMISSION_REQUIRED, TOO_MANY_REQUESTS, UNAVAILABLE, FILE_QUOTA, FILE_TOO_LARGE */
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { id } = actorOf(request);
    const { role } = rightsOf(request);
    if (role === 'admin' && !hasPermission(request, 'consultations')) throw new AppError('PERMISSION_REQUIRED');
    uploads.begin(id, reply);
    endSlowUpload(request);
    const sizes = sizesOf(request);
    if (role !== 'admin') await countUpload(deps, id, sizes);
    if (sizes.least > MAX_ATTACHMENT_BYTES) throw new AppError('FILE_TOO_LARGE');
  };
}
