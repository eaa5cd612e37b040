import type { FastifyInstance } from 'fastify';
import { finishedBody, sendFinished } from '#server/http/api/finished-body.ts';
import { OFFLINE_PAGE, WORKER_PATH } from '#shared/platform/offline.ts';
import { contentSecurityPolicy } from '../content-security-policy.ts';
import { LAST_CASE_SCRIPT, offlineHtml, WORKER } from './offline-page.ts';

type Options = { styles: readonly string[]; build: string | undefined };

/** Registers the service worker and the page that it shows without a network (decision 077). */
export async function offlineRoutes(app: FastifyInstance, { styles, build }: Options): Promise<void> {
  const page = finishedBody(offlineHtml(styles), 'text/html; charset=utf-8', build);
  const policy = contentSecurityPolicy({ scripts: [LAST_CASE_SCRIPT], styles });
  app.get(OFFLINE_PAGE, { schema: { hide: true } }, (request, reply) =>
    sendFinished(request, reply.header('content-security-policy', policy), page, 'no-cache'),
  );
  const worker = finishedBody(WORKER, 'text/javascript; charset=utf-8', build);
  // A worker has the policy of its own file: it fetches from this site.
  app.get(WORKER_PATH, { schema: { hide: true } }, (request, reply) =>
    sendFinished(request, reply.header('content-security-policy', "default-src 'self'"), worker, 'no-cache'),
  );
}
