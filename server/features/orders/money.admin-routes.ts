import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { adminOf, viewerOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { idParam } from '#shared/contract/fields.ts';
import { adminOrder } from '#shared/features/orders/admin-schemas.ts';
import * as moneyCalls from '#shared/features/orders/money-calls.ts';
import { setProofBody } from '#shared/features/orders/money-schemas.ts';
import { setProof } from './money/set-proof.ts';
import { type AdminOrderReading, getAdminOrderAnswer } from './orders.lookup.ts';

type Options = { db: Db; dataKeys: DataKeys } & AdminOrderReading;

/** Registers what accountants record about the payment of an order (contract §9). */
export const orderMoneyAdminRoutes: FastifyPluginAsync<Options> = async (app, deps) => {
  route(
    app,
    moneyCalls.setProof,
    {
      summary: 'Set which proof of the payment was issued',
      params: idParam,
      body: setProofBody,
      answer: adminOrder,
      errors: ['ORDER_NOT_FOUND', 'VERSION_CONFLICT'],
      example: { kind: 'cash_receipt', number: '123456789', issued_on: '2026-03-01' },
    },
    async (request) => {
      await setProof(deps, adminOf(request), request.params.id, request.body);
      return getAdminOrderAnswer(deps, request.params.id, viewerOf(request));
    },
  );
};
