import fastifyMultipart from '@fastify/multipart';
import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { adminOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import { createTransfers, endSlowUpload } from '#server/http/guards/transfers.ts';
import { actorOf } from '#server/http/session.ts';
import { createWorkerProcess } from '#server/lib/process/worker-process.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import * as imageCalls from '#shared/features/images/calls.ts';
import { listedImage, MAX_LISTED_IMAGES, uploadedImage, uploadImageBody } from '#shared/features/images/schemas.ts';
import { uploadedImageUrl } from '#shared/platform/image-url.ts';
import type { Conversion } from './convert-image.ts';
import { listNewestImages } from './images.queries.ts';
import { readUpload, refuseTooLarge, UPLOAD_LIMITS } from './read-upload.ts';
import { uploadImage } from './upload-image.ts';

/** Each holds a whole picture in memory. */
const AT_ONCE = { perUser: 3, perProcess: 6 };

/** Uploads of images for service pages (decision 014), the only call with files. */
export const imagesAdminRoutes: FastifyPluginAsync<{ db: Db }> = async (app, { db }) => {
  await app.register(fastifyMultipart, { limits: UPLOAD_LIMITS });
  const conversion = createWorkerProcess<Uint8Array, Conversion>(new URL('./conversion-process.ts', import.meta.url));
  const uploads = createTransfers(AT_ONCE);
  app.addHook('onClose', async () => conversion.close());

  route(
    app,
    imageCalls.upload,
    {
      summary: 'Upload a picture',
      consumes: ['multipart/form-data'],
      deadline: 'none',
      body: uploadImageBody,
      answer: uploadedImage,
      onRequest: async (request, reply) => {
        uploads.begin(actorOf(request).id, reply);
        endSlowUpload(request);
        await refuseTooLarge(request);
      },
      preValidation: readUpload,
      errors: ['IMAGE_TOO_LARGE', 'TOO_MANY_REQUESTS'],
    },
    async (request) => {
      const image = await uploadImage({ db, conversion }, adminOf(request), request.body.file);
      return { ...image, url: uploadedImageUrl(image) };
    },
  );

  route(app, imageCalls.list, { summary: 'List the newest pictures', answer: listedImage.array() }, async () => {
    const images = await listNewestImages(db, MAX_LISTED_IMAGES);
    return images.map(({ created_at, ...image }) => ({
      ...image,
      url: uploadedImageUrl(image),
      created_at: wireTime(created_at),
    }));
  });
};
