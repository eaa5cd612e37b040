import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';

const shop = await setUpTestApp();
/**
 * Google's load balancers keep an idle connection the longest: a shorter one of ours would be closed
 * under their request.
 */
const LONGEST_OF_PROXIES_SECONDS = 600;

it('an idle connection outlives those of the proxies', async () => {
  const { headers } = await fetch(`${shop.url}/healthz`);
  const seconds = /timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1];
  expect(Number(seconds)).toBeGreaterThan(LONGEST_OF_PROXIES_SECONDS);
});
