import fastifyMultipart from '@fastify/multipart';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Db } from '#server/db/transaction.ts';
import { registerNoStore } from '#server/http/security-headers.ts';
import type { Sessions } from '#server/http/session.ts';
import { staffOf } from '#server/http/staff.ts';
import { createWorkingProcess } from '#server/lib/working-process.ts';
import { uploadImageRequest, uploadImageResponse } from '#shared/contract/admin-images.ts';
import { uploadedImageUrl } from '#shared/rules/image-url.ts';
import type { Conversion } from './convert-image.ts';
import { readUpload, refuseTooLarge, UPLOAD_LIMITS } from './read-upload.ts';
import { uploadImage } from './upload-image.ts';

type Options = { db: Db; sessions: Sessions };

/** Pictures that staff put into services (decision 014). No other call takes files. */
export const imagesAdminRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, sessions }) => {
  registerNoStore(app);
  await app.register(fastifyMultipart, { limits: UPLOAD_LIMITS });
  const conversion = createWorkingProcess<Uint8Array, Conversion>(new URL('./conversion-process.ts', import.meta.url));
  app.addHook('onClose', async () => conversion.close());

  app.post(
    '/api/admin/images',
    {
      onRequest: [sessions.requireAdmin, refuseTooLarge],
      preValidation: readUpload,
      schema: {
        consumes: ['multipart/form-data'],
        body: uploadImageRequest,
        response: { 201: uploadImageResponse },
      },
    },
    async (request, reply) => {
      const image = await uploadImage({ db, conversion }, staffOf(request), request.body.file);
      reply.code(201);
      return { ...image, url: uploadedImageUrl(image) };
    },
  );
};
