import type { FastifyInstance } from 'fastify';
import { FIRM } from '#content/firm.ts';
import { finishedBody, sendFinished } from '#server/http/api/finished-body.ts';
import { ADMIN_MANIFEST_PATH } from '#shared/platform/admin-manifest.ts';
import { INK_950, PAPER } from '#shared/platform/brand-colours.ts';

/** With it the administration can be put on a home screen, where iPhones and iPads allow pushes. */
const MANIFEST = {
  id: '/admin',
  name: `${FIRM.centreName} 관리자`,
  short_name: '관리자',
  lang: 'ko',
  start_url: '/admin',
  // A login leads out of /admin and back.
  scope: '/',
  display: 'standalone',
  background_color: PAPER,
  theme_color: INK_950,
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    // For iPhones, which draw no SVG.
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  ],
};

/** Registers the manifest that the pages of the administration name. */
export async function adminManifestRoute(
  app: FastifyInstance,
  { build }: { build: string | undefined },
): Promise<void> {
  const body = finishedBody(JSON.stringify(MANIFEST), 'application/manifest+json; charset=utf-8', build);
  app.get(ADMIN_MANIFEST_PATH, { schema: { hide: true } }, (request, reply) =>
    sendFinished(request, reply, body, 'no-cache'),
  );
}
