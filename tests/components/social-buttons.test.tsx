import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { SocialButtons } from '#web/features/accounts/social/social-buttons.tsx';
import { renderInPage } from './support/render-page.tsx';
import { json, stubServer } from './support/stub-server.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const outside = page.getByRole('link', { name: '다른 브라우저에서 열기' });

test.for([
  ['KakaoTalk by its own link', 'Mobile/15E148 KAKAOTALK 10.7.5', 'kakaotalk://web/openExternal'],
  ['Naver by its menu', 'Version/16.0 Mobile/15E148 Safari/605.1 NAVER(inapp; search; 2000; 12.6.3; 14PRO)', undefined],
] as const)('opens Google outside of the browser of %s', async ([, app, link]) => {
  const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(`${IPHONE} ${app}`);
  stubServer({ 'GET /api/oauth/providers': () => json([{ id: 'kakao' }, { id: 'google' }]) });
  await renderInPage(<SocialButtons returnTo={undefined} />);
  await expect.element(page.getByText('이 앱 안에서는 Google 로그인을 사용하실 수 없습니다.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: '카카오 로그인' })).toBeVisible();
  expect(page.getByRole('link', { name: 'Google 계정으로 로그인' }).query()).toBeNull();
  expect(outside.elements().map((element) => element.getAttribute('href'))).toEqual(
    link === undefined ? [] : [expect.stringContaining(link)],
  );
  agent.mockRestore();
});
