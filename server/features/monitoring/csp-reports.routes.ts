import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { createMemoryLimiter } from '#server/http/guards/rate-limit.ts';
import { CSP_REPORTS_PATH } from '#server/http/guards/security-headers.ts';
import { callerOf } from '#server/lib/networks.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import { cspReportBody, violationsOf } from './csp-report.ts';

/** Reports are small; the addresses in them are a few hundred characters. */
const MAX_BODY_BYTES = 16 * 1024;
const PER_CALLER = { name: 'csp', points: 30, durationMs: MINUTE_MS };
/** For the whole process: a faulty page reports from every browser at once. */
const IN_ALL = { name: 'csp-all', points: 600, durationMs: MINUTE_MS };

type Options = {
  siteUrl: () => string;
  /** Counts a violation for `/metrics`. */
  onViolation: (directive: string) => void;
};

/**
 * Collects what browsers report about pages' Content-Security-Policy. Outside of `/api`: browsers
 * send reports without a CSRF token. Kept in the log alone; the limits are counted in memory, so
 * that reports cost no database.
 */
export const cspReportsRoutes: FastifyPluginAsyncZod<Options> = async (app, { siteUrl, onViolation }) => {
  const perCaller = createMemoryLimiter(PER_CALLER);
  const inAll = createMemoryLimiter(IN_ALL);
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
        await perCaller.consume(callerOf(request.ip));
        await inAll.consume('');
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
