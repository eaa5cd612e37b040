import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { route } from '#server/http/api/route.ts';
import { AppError } from '#server/lib/errors.ts';
import { success } from '#shared/contract/fields.ts';
import * as noticeCalls from '#shared/features/notices/calls.ts';
import type { NoticeDeps } from '../sending/notice-deps.ts';
import { applyReport } from './apply-report.ts';
import { alimtalkSignature, isSolapiReportKnown } from './report-signature.ts';

const BODY_LIMIT_BYTES = 256 * 1024;

const reference = z.string().min(1).max(200);
const alimtalkReport = z.object({ ref_id: reference });
/** The documents show the message both bare and below `data`. */
const alimtalkReports = z.union([alimtalkReport, z.object({ data: alimtalkReport }).transform(({ data }) => data)]);
const solapiReports = z.array(z.object({ groupId: reference }).catch({ groupId: '' }));

type Options = {
  notices: NoticeDeps;
  /** Undefined where the channel is not set up, or its reports are not wanted. */
  secrets: { alimtalk: string | undefined; sms: string | undefined };
};

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

function parse<T>(schema: z.ZodType<T>, body: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

/**
 * Delivery reports of the message providers. A report is only a hint: the status is read back from
 * the provider.
 */
export const reportsRoutes: FastifyPluginAsync<Options> = async (app, { notices, secrets }) => {
  // The signature covers the body as it was sent.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  const bodyOf = (request: FastifyRequest) => (typeof request.body === 'string' ? request.body : '');

  route(
    app,
    noticeCalls.receiveAlimtalkReport,
    {
      summary: 'Receive a delivery report of KakaoTalk messages',
      answer: success,
      bodyLimit: BODY_LIMIT_BYTES,
      errors: ['REPORT_REFUSED'],
    },
    async (request) => {
      const body = bodyOf(request);
      const given = {
        signature: header(request, 'x-bootpay-signature'),
        timestamp: header(request, 'x-bootpay-timestamp'),
        body,
      };
      const signature = secrets.alimtalk && alimtalkSignature(secrets.alimtalk, given, notices.clock.now());
      if (!signature) throw new AppError('REPORT_REFUSED');
      const report = parse(alimtalkReports, body);
      const isUnused = await applyReport(notices, { references: report ? [report.ref_id] : [], signature });
      if (!isUnused) throw new AppError('REPORT_REFUSED');
      return { success: true as const };
    },
  );

  route(
    app,
    noticeCalls.receiveSmsReport,
    {
      summary: 'Receive delivery reports of SMS',
      answer: success,
      bodyLimit: BODY_LIMIT_BYTES,
      errors: ['REPORT_REFUSED'],
    },
    async (request) => {
      const isKnown = secrets.sms !== undefined && isSolapiReportKnown(secrets.sms, header(request, 'x-solapi-secret'));
      if (!isKnown) throw new AppError('REPORT_REFUSED');
      const reports = parse(solapiReports, bodyOf(request)) ?? [];
      const references = [...new Set(reports.map(({ groupId }) => groupId).filter(Boolean))];
      await applyReport(notices, { references });
      return { success: true as const };
    },
  );
};
