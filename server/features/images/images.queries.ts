import type { Db, DbOrTrx, Trx } from '#server/db/transaction.ts';
import type { ImageFormat, ImageSize, UploadedImage } from '#shared/platform/image-url.ts';
import type { ImageFile } from './convert-image.ts';

/** Finds the image of the file with this hash. */
export function findImage(db: DbOrTrx, sha256: Buffer): Promise<UploadedImage | undefined> {
  return db
    .selectFrom('images')
    .select(['images.id', 'images.width', 'images.height'])
    .where('images.sha256', '=', sha256)
    .executeTakeFirst();
}

type NewImage = UploadedImage & { sha256: Buffer; created_by: number | null };

/** Inserts the image; does nothing if the same file was uploaded concurrently. */
export async function insertImage(trx: Trx, image: NewImage, files: readonly ImageFile[]): Promise<void> {
  const inserted = await trx
    .insertInto('images')
    .values(image)
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n) return;
  await trx
    .insertInto('image_files')
    .values(files.map(({ width, format, bytes }) => ({ image_id: image.id, width, format, bytes: Buffer.from(bytes) })))
    .execute();
}

/** Reads one file with the size of its image. */
export function findImageFile(
  db: Db,
  { id, width, format }: { id: string; width: number; format: ImageFormat },
): Promise<(ImageSize & { bytes: Buffer }) | undefined> {
  return db
    .selectFrom('image_files')
    .innerJoin('images', 'images.id', 'image_files.image_id')
    .select(['images.width', 'images.height', 'image_files.bytes'])
    .where('image_files.image_id', '=', id)
    .where('image_files.width', '=', width)
    .where('image_files.format', '=', format)
    .executeTakeFirst();
}

/** Pictures without their files, newest first. */
export function listNewestImages(db: Db, limit: number): Promise<(UploadedImage & { created_at: Date })[]> {
  return db
    .selectFrom('images')
    .select(['images.id', 'images.width', 'images.height', 'images.created_at'])
    .orderBy('images.created_at', 'desc')
    .orderBy('images.id')
    .limit(limit)
    .execute();
}
