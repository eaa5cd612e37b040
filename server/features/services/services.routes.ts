import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { sendFinished, sendOnce } from '#server/http/api/finished-body.ts';
import { route } from '#server/http/api/route.ts';
import { edgeCaching } from '#server/http/edge-cache.ts';
import { AppError } from '#server/lib/errors.ts';
import { call } from '#shared/contract/call.ts';
import { idParam } from '#shared/contract/fields.ts';
import * as serviceCalls from '#shared/features/services/calls.ts';
import {
  type ChildService,
  childService,
  relatedService,
  type ServiceListItem,
  type ServicesQuery,
  serviceDetail,
  serviceListItem,
  servicesQuery,
} from '#shared/features/services/schemas.ts';
import type { Catalogue } from './catalogue.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** `list` and `listByIds` have one URL, so they are one route. */
const { method, path, ...listOptions } = serviceCalls.list;
const listBoth = call<{ query: ServicesQuery; answer: ServiceListItem[] | ChildService[] }>(method, path, listOptions);
/** Only for the OpenAPI document: the handler sends serialised bytes. */
const listAnswer = z.union([serviceListItem.array(), childService.array()]);

type Options = { catalogue: Catalogue; edgeSeconds: number };

/** Public reads of the shop, from memory (contract §3). */
export const servicesRoutes: FastifyPluginAsync<Options> = async (app, { catalogue, edgeSeconds }) => {
  const { shared } = edgeCaching(edgeSeconds);
  /** Lists that are made for one request: there are too many to keep. */
  const asJson = { contentType: JSON_TYPE, cacheControl: shared };
  route(
    app,
    listBoth,
    { summary: 'List the services, or those of the ids', query: servicesQuery, answer: listAnswer },
    (request, reply) => {
      const { ids } = request.query;
      if (ids) return sendOnce(request, reply, JSON.stringify(catalogue.children(ids)), asJson);
      return sendFinished(request, reply, catalogue.listBody(), shared);
    },
  );

  route(
    app,
    serviceCalls.get,
    { summary: 'Get a service', params: idParam, answer: serviceDetail, errors: ['SERVICE_NOT_FOUND'] },
    (request, reply) => {
      const body = catalogue.detailBody(request.params.id);
      if (!body) throw new AppError('SERVICE_NOT_FOUND');
      return sendFinished(request, reply, body, shared);
    },
  );

  route(
    app,
    serviceCalls.listRelated,
    {
      summary: 'List a few services of the category of a service',
      params: idParam,
      answer: relatedService.array(),
      errors: ['SERVICE_NOT_FOUND'],
    },
    (request, reply) => {
      const { id } = request.params;
      if (!catalogue.find(id)) throw new AppError('SERVICE_NOT_FOUND');
      return sendOnce(request, reply, JSON.stringify(catalogue.related(id)), asJson);
    },
  );
};
