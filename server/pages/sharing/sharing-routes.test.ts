import Fastify from 'fastify';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { FIRM } from '#content/firm.ts';
import { createPageCatalogue, shownService } from '#tests/support/app/page-catalogue.ts';
import { serviceCard } from './card.ts';
import { sharingRoutes } from './sharing-routes.ts';

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

async function shop() {
  const app = Fastify();
  const { catalogue, change } = createPageCatalogue({
    services: [shownService(), shownService({ id: 16, title: '병가' })],
  });
  await app.register(sharingRoutes, { catalogue });
  closings.push(() => app.close());
  return { app, change };
}

test('a service image has the preview size and is drawn once per catalogue version', {
  timeout: 90_000,
}, async () => {
  const { app, change } = await shop();
  const [first, other] = await Promise.all([app.inject('/og/services/14.png'), app.inject('/og/services/16.png')]);
  expect(first.headers['content-type']).toBe('image/png');
  expect(await sharp(first.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  expect(other.rawPayload.equals(first.rawPayload)).toBe(false);

  const kept = await app.inject({
    url: '/og/services/14.png',
    headers: { 'if-none-match': String(first.headers.etag) },
  });
  expect(kept.statusCode).toBe(304);
  expect(kept.headers.etag).toBe(first.headers.etag);

  change([shownService({ price: { plans: [{ name: '의견서', price: 400_000, description: '' }] } })]);
  const changed = await app.inject('/og/services/14.png');
  expect(changed.statusCode).toBe(200);
  expect(changed.headers.etag).not.toBe(first.headers.etag);
});

test('characters that the font lacks are left out, not drawn as boxes', { timeout: 90_000 }, async () => {
  const { app, change } = await shop();
  const draw = async (title: string) => {
    change([shownService({ title })]);
    return (await app.inject('/og/services/14.png')).rawPayload;
  };
  const plain = await draw('병역 상담');
  for (const title of ['병역(兵役) 상담', '⚡병역 👩‍👩‍👧 상담', '병역 ᄒᆞᆫ 상담', '병\ufe0f역 상담\u200b']) {
    expect((await draw(title)).equals(plain), title).toBe(true);
  }
  expect((await draw('兵役')).equals(await draw(FIRM.centreName))).toBe(true);
  expect((await draw('병역 ①② 상담')).equals(plain)).toBe(false);
});

test('all other pages share one image, which other sites can embed', { timeout: 90_000 }, async () => {
  const { app } = await shop();
  const image = await app.inject('/og/default.png');
  expect(await sharp(image.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
  expect(image.headers['cross-origin-resource-policy']).toBe('cross-origin');
});

test.each(['99.png', '14', '14.jpg', '014.png', '..%2f14.png'])('returns 404 for the image %s', async (file) => {
  const { app } = await shop();
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Error && 'status' in error && error.status === 404 ? 404 : 500).send(),
  );
  expect((await app.inject(`/og/services/${file}`)).statusCode).toBe(404);
});

test('a card shows the price, or the tagline without one', () => {
  expect(serviceCard(shownService())).toEqual({
    label: '복무 중',
    title: '징계·항고',
    foot: { kind: 'price', price: '30만원~', originalPrice: '50만원' },
  });
  const free = shownService({ price: { plans: [] } });
  expect(serviceCard(free).foot).toEqual({ kind: 'sentence', sentence: free.tagline });
});
