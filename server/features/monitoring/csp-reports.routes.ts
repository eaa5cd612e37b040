import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Db } from '#server/db/transaction.ts';
import { CSP_REPORTS_PATH } from '#server/http/guards/security-headers.ts';
import { consume, consumeFrom } from '#server/lib/limits/consume.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import { cspReportBody, violationsOf } from './csp-report.ts';

/** Reports are small; the addresses in them are a few hundred characters. */
const MAX_BODY_BYTES = 16 * 1024;
const PER_CALLER = { name: 'csp', points: 30, windowMs: MINUTE_MS };
/** For all callers: a faulty page reports from every browser at once. */
const IN_ALL = { name: 'csp-all', points: 600, windowMs: MINUTE_MS };

type Options = {
  db: Db;
  siteUrl: () => string;
  /** Counts a violation for `/metrics`. */
  onViolation: (directive: string) => void;
};

/**
 * Collects what browsers report about pages' Content-Security-Policy. Outside of `/api`: browsers
 * send reports without a CSRF token. Kept in the log alone.
 */
export const cspReportsRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, siteUrl, onViolation }) => {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(['application/csp-report', 'application/reports+json'], { parseAs: 'string' }, parseJson);

  app.post(
    CSP_REPORTS_PATH,
    {
      schema: { hide: true, body: cspReportBody },
      bodyLimit: MAX_BODY_BYTES,
      // Before the body is read.
      onRequest: async (request) => {
        await consumeFrom(db, PER_CALLER, request.ip);
        await consume(db, IN_ALL, 'all');
      },
    },
    async (request, reply) => {
      for (const violation of violationsOf(request.body, siteUrl())) {
        onViolation(violation.directive);
        request.log.warn(violation, 'content security policy violated');
      }
      return reply.code(204).header('cache-control', 'no-store').send();
    },
  );
};
