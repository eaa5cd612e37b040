import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type CachedBody, cachedBody, sendCached } from '#server/http/cached-body.ts';
import { AppError } from '#server/lib/errors.ts';
import { id, idParam } from '#shared/contract/fields.ts';
import { childService, MAX_SERVICE_IDS, serviceDetail, serviceListItem } from '#shared/contract/services.ts';
import type { Catalogue } from './catalogue.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const LIST_MESSAGE = `서비스 번호 목록이 올바르지 않습니다. 쉼표로 구분한 번호를 ${MAX_SERVICE_IDS}개까지 보낼 수 있습니다.`;

const listQuery = z.object({
  ids: z
    .string({ error: LIST_MESSAGE })
    .regex(/^\d{1,10}(,\d{1,10})*$/, LIST_MESSAGE)
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(id).max(MAX_SERVICE_IDS, LIST_MESSAGE))
    .optional(),
});

/** With `ids`, what a table of child services needs. Finished bytes are sent as they are; this only documents. */
const listAnswer = z.union([serviceListItem.array(), childService.array()]);

/** Finished anew for each call: there are too many lists of ids to keep. */
function childrenBody(catalogue: Catalogue, ids: readonly number[]): CachedBody {
  return cachedBody(JSON.stringify(catalogue.children(ids)), JSON_TYPE);
}

/** Public reads of the shop, from memory (contract §3). */
export const servicesRoutes: FastifyPluginAsyncZod<{ catalogue: Catalogue }> = async (app, { catalogue }) => {
  app.get(
    '/api/services',
    { schema: { querystring: listQuery, response: { 200: listAnswer } } },
    async (request, reply) => {
      const { ids } = request.query;
      return sendCached(request, reply, ids ? childrenBody(catalogue, ids) : catalogue.listBody());
    },
  );

  app.get(
    '/api/services/:id',
    { schema: { params: idParam, response: { 200: serviceDetail } } },
    async (request, reply) => {
      const body = catalogue.detailBody(request.params.id);
      if (!body) throw new AppError('SERVICE_NOT_FOUND');
      return sendCached(request, reply, body);
    },
  );
};
