import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';

const env = {
  KAKAO_CLIENT_ID: 'kakao-id',
  KAKAO_CLIENT_SECRET: 'kakao-secret',
  NAVER_CLIENT_ID: 'naver-id',
  NAVER_CLIENT_SECRET: 'naver-secret',
  GOOGLE_CLIENT_ID: 'google-id',
  GOOGLE_CLIENT_SECRET: 'google-secret',
};
const shop = await setUpTestApp({ env });

// The server does not call the provider here: these are the providers' real URLs.
it.each([
  ['kakao', 'https://kauth.kakao.com/oauth/authorize'],
  ['naver', 'https://nid.naver.com/oauth2.0/authorize'],
  ['google', 'https://accounts.google.com/o/oauth2/v2/auth'],
])('GET /api/oauth/%s redirects to the provider without discovery', async (id, address) => {
  const response = await shop.client().get(`/api/oauth/${id}?returnTo=/services`);
  expect(response.statusCode).toBe(302);
  const url = new URL(String(response.headers.location));
  expect(url.origin + url.pathname).toBe(address);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: `${id}-id`,
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: expect.stringMatching(new RegExp(`/api/oauth/${id}/callback$`)),
    state: expect.stringMatching(/^.{20,}$/),
  });
  expect(url.href).not.toContain('secret');
});
