import type { FastifyPluginAsync } from 'fastify';
import { adminOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import { idParam } from '#shared/contract/fields.ts';
import { adminOrder } from '#shared/features/orders/admin-schemas.ts';
import * as refundCalls from '#shared/features/payments/admin-refund-calls.ts';
import {
  declineProposalBody,
  grantRefundBody,
  issueRefundBody,
  refundAnswer,
} from '#shared/features/payments/admin-refund-schemas.ts';
import { answerAdmin, answerWithRefund } from '../order-answers.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { approveRefund } from './approve-refund.ts';
import { declineRefund } from './decline-refund.ts';
import { proposeGrant, proposeRefund } from './propose-refund.ts';

const REFUND_ERRORS = ['NOT_PAID', 'REFUND_IN_PROGRESS', 'REFUND_EXCEEDS_PAID'] as const;

/** Refunds that two administrators decide (decision 048). */
export const refundProposalsAdminRoutes: FastifyPluginAsync<{ payments: PaymentDeps }> = async (app, { payments }) => {
  route(
    app,
    refundCalls.propose,
    {
      summary: 'Propose a refund for a second administrator to approve',
      params: idParam,
      body: issueRefundBody,
      answer: adminOrder,
      errors: ['ORDER_NOT_FOUND', ...REFUND_ERRORS, 'REFUND_PROPOSED'],
      example: { amount: 550_000, reason: '전액 환불', requestKey: 'refund-20261121-2' },
    },
    async (request) => {
      await proposeRefund(payments, adminOf(request), request.params.id, request.body);
      return answerAdmin(payments, request, request.params.id);
    },
  );

  route(
    app,
    refundCalls.proposeGrant,
    {
      summary: 'Propose to grant a refund request',
      params: idParam,
      body: grantRefundBody,
      answer: adminOrder,
      errors: ['REFUND_REQUEST_NOT_FOUND', 'REFUND_REQUEST_CLOSED', ...REFUND_ERRORS, 'REFUND_PROPOSED'],
      example: { amount: 550_000, note: '환불 정책에 따라 전액 환불합니다.' },
    },
    async (request) => {
      const orderId = await proposeGrant(payments, adminOf(request), request.params.id, request.body);
      return answerAdmin(payments, request, orderId);
    },
  );

  route(
    app,
    refundCalls.approveProposal,
    {
      summary: 'Approve a proposed refund and give the money back',
      deadline: 'payment',
      params: idParam,
      answer: refundAnswer,
      errors: [
        'REFUND_PROPOSAL_NOT_FOUND',
        'REFUND_PROPOSAL_CLOSED',
        'OWN_PROPOSAL',
        'PROPOSER_NOT_ENTITLED',
        ...REFUND_ERRORS,
      ],
    },
    async (request, reply) => {
      const approved = await approveRefund(payments, adminOf(request), request.params.id);
      return answerWithRefund(payments, { request, reply }, approved);
    },
  );

  route(
    app,
    refundCalls.declineProposal,
    {
      summary: 'Decline a proposed refund, or withdraw an own one',
      params: idParam,
      body: declineProposalBody,
      answer: adminOrder,
      errors: ['REFUND_PROPOSAL_NOT_FOUND', 'REFUND_PROPOSAL_CLOSED'],
      example: { note: '금액을 다시 확인해주세요.' },
    },
    async (request) => {
      const orderId = await declineRefund(payments, adminOf(request), request.params.id, request.body);
      return answerAdmin(payments, request, orderId);
    },
  );
};
