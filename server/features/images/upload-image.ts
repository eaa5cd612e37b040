import { createHash } from 'node:crypto';
import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import type { WorkerProcess } from '#server/lib/process/worker-process.ts';
import { IMAGE_PROBLEMS } from '#shared/features/images/schemas.ts';
import { type UploadedImage, uploadedImageUrl } from '#shared/platform/image-url.ts';
import type { Conversion, ImageFile } from './convert-image.ts';
import { findImage, insertImage } from './images.queries.ts';

type Deps = { db: Db; conversion: WorkerProcess<Uint8Array, Conversion> };

const ID_LENGTH = 32;

/**
 * Stores an image in all sizes and formats of the shop. Equal files are stored once.
 * @throws AppError VALIDATION_FAILED for a file that is not a supported image
 */
export async function uploadImage(
  { db, conversion }: Deps,
  admin: ActingAdmin,
  bytes: Uint8Array,
): Promise<UploadedImage> {
  const sha256 = createHash('sha256').update(bytes).digest();
  let image = await findImage(db, sha256);
  let files: readonly ImageFile[] = [];
  if (!image) {
    const converted = await conversion.run(bytes);
    if ('problem' in converted) {
      throw new AppError('VALIDATION_FAILED', {
        details: [{ path: 'file', message: IMAGE_PROBLEMS[converted.problem] }],
      });
    }
    image = { id: sha256.toString('hex').slice(0, ID_LENGTH), ...converted.size };
    files = converted.files;
  }
  const uploaded = image;
  await transaction(db, async (trx) => {
    if (files.length > 0) await insertImage(trx, { ...uploaded, sha256, created_by: admin.actor.id }, files);
    const after = { url: uploadedImageUrl(uploaded), bytes: bytes.length };
    await recordAudit(trx, {
      ...admin,
      action: 'image.upload',
      subjectType: 'image',
      subjectId: uploaded.id,
      after,
    });
  });
  return uploaded;
}
